import { expect } from 'vitest'
import { Random } from '../../src/evm/fast/random.cases.ts'
import type { Person } from '../../src/execution/executionWorld.cases.ts'
import { people } from '../../src/mining/miningWorld.cases.ts'
import type { LocalChain } from '../../src/node/local/localChain.ts'
import type { Node } from '../../src/node/node.ts'
import { openNode } from '../../src/node/openNode.ts'
import { toHex } from '../../src/primitives/hex.ts'
import type { Block } from '../../src/protocol/block.ts'
import type { Transaction } from '../../src/protocol/transactions/transaction.ts'
import { expectConsistent, SentTransactions, totalBalance } from './invariants.ts'
import { TransactionWriter } from './transactions.ts'

/** The pool accepts at most 16 transactions of one sender. */
const maximumWaiting = 16n
/** The scenario reverts only to one of the last three snapshots, so that the chain grows. */
const maximumSnapshots = 3

interface Snapshot {
  readonly id: number
  readonly head: string
  readonly waiting: readonly string[]
}

/**
 * A node with a data folder and every operation of a local chain, in an order determined by a seed. After each step it
 * checks the sum of balances, the nonces and the pool.
 */
export class LocalChainScenario {
  /** How often each kind of event has happened. */
  readonly counts = new Map<string, number>()
  readonly #dataFolder: string
  readonly #random: Random
  readonly #writer: TransactionWriter
  #systemMs = 1_700_000_000_000
  #node!: Node
  /** Another node with the same blocks, which sometimes mines a better branch. */
  #rival!: Node
  #sent!: SentTransactions
  #snapshots: Snapshot[] = []
  #totalBalance = 0n

  private constructor(dataFolder: string, seed: number) {
    this.#dataFolder = dataFolder
    this.#random = new Random(seed)
    this.#writer = new TransactionWriter(this.#random)
  }

  static async start(dataFolder: string, seed: number): Promise<LocalChainScenario> {
    const scenario = new LocalChainScenario(dataFolder, seed)
    scenario.#rival = await openNode({ mining: { kind: 'manual' }, clock: () => scenario.#systemMs + 7_000 })
    await scenario.#open('per-transaction')
    scenario.#totalBalance = totalBalance(scenario.#node.chain)
    return scenario
  }

  get node(): Node {
    return this.#node
  }

  /** Submits this many transactions, with other operations between them. */
  run(transactions: number): void {
    const goal = this.#submitted + transactions
    while (this.#submitted < goal) {
      this.#systemMs += 500
      this.#step()
      expect(totalBalance(this.#node.chain)).toBe(this.#totalBalance)
      expectConsistent(this.#node, this.#sent)
    }
  }

  async restart(mode: 'per-transaction' | 'manual'): Promise<void> {
    const head = toHex(this.#node.chain.head.hash)
    const local = hashesOf(this.#node.pool.localTransactions())
    this.#node.close()
    await this.#open(mode)
    this.#note('restart')
    if (mode === 'per-transaction') return
    expect(toHex(this.#node.chain.head.hash)).toBe(head)
    expect(hashesOf(this.#node.pool.localTransactions())).toEqual(local)
  }

  close(): void {
    this.#node.close()
    this.#rival.close()
  }

  get #submitted(): number {
    return this.counts.get('accepted') ?? 0
  }

  async #open(kind: 'per-transaction' | 'manual'): Promise<void> {
    const dataFolder = this.#dataFolder
    this.#node = await openNode({ dataFolder, flush: 'none', mining: { kind }, clock: () => this.#systemMs })
    this.#sent = new SentTransactions(this.#node.chain)
    this.#snapshots = []
  }

  /** Operations with their relative frequency. */
  readonly #operations: readonly { readonly weight: number; readonly perform: () => void }[] = [
    { weight: 70, perform: () => this.#submit(this.#writer.randomSender()) },
    { weight: 8, perform: () => this.#replace() },
    { weight: 6, perform: () => this.#submitRefused() },
    { weight: 7, perform: () => this.#local.mine() },
    { weight: 5, perform: () => this.#local.startMining() },
    { weight: 2, perform: () => this.#local.stopMining() },
    { weight: 3, perform: () => this.#local.increaseTime(this.#random.below(1000)) },
    { weight: 4, perform: () => this.#takeSnapshot() },
    { weight: 3, perform: () => this.#revert() },
    { weight: 3, perform: () => this.#reorganise() },
  ]

  #step(): void {
    this.#random.pickByWeight(this.#operations).perform()
  }

  get #local(): LocalChain {
    return this.#node.local!
  }

  #submit(from: Person): void {
    const { pool, chain } = this.#node
    const gap = this.#random.chance(20) ? 1n : 0n
    const nonce = pool.nextNonce(from.address) + gap
    const isFull = nonce >= chain.stateAt('latest')!.nonce(from.address) + maximumWaiting
    if (isFull) return
    const { kind, transaction } = this.#writer.write(from, nonce)
    const { status } = this.#node.submit(transaction)
    expect(status).toBe(gap === 0n ? 'pending' : 'queued')
    this.#note('accepted')
    this.#note(kind)
    const receipt = chain.transaction(transaction.hash)?.receipt
    if (receipt) this.#note(receipt.success ? 'success' : 'failure')
  }

  #replace(): void {
    const { pool } = this.#node
    const [first] = pool.pendingBySender()
    const person = first && people.find(({ address }) => toHex(address) === toHex(first.sender))
    if (!first || !person) return
    const old = this.#random.pick(first.transactions)
    const replacement = this.#writer.replacementOf(old, person)
    expect(this.#node.submit(replacement)).toEqual({ status: 'pending' })
    expect(pool.get(old.hash)).toBeUndefined()
    this.#note('accepted')
    this.#note('replacement')
  }

  /** A transaction with a used nonce changes neither the chain nor the pool. */
  #submitRefused(): void {
    const { chain, pool } = this.#node
    const from = this.#writer.randomSender()
    const nonce = chain.stateAt('latest')!.nonce(from.address)
    if (nonce === 0n) return
    const before = [toHex(chain.head.hash), pool.pendingCount, pool.queuedCount]
    const { transaction } = this.#writer.write(from, nonce - 1n)
    expect(this.#node.submit(transaction)).toMatchObject({
      status: 'rejected',
      rejection: { reason: 'nonce-too-low' },
    })
    expect([toHex(chain.head.hash), pool.pendingCount, pool.queuedCount]).toEqual(before)
    this.#note('refused')
  }

  /** The rival rewinds some blocks and mines a better branch with some of the same transactions. */
  #reorganise(): void {
    const { chain, pool, mining } = this.#node
    const depth = Math.min(1 + this.#random.below(4), chain.head.number)
    const lost = Array.from({ length: depth }, (_, back) => chain.select(chain.head.number - back)!)
    const wasMining = mining!.isMining
    this.#local.stopMining()
    for (const block of this.#betterBlocks(depth, transactionsOf(lost))) chain.import(block)
    expect(toHex(chain.head.hash)).toBe(toHex(this.#rival.chain.head.hash))
    for (const { hash } of transactionsOf(lost))
      expect(chain.transaction(hash) ?? pool.get(hash)).toBeDefined()
    this.#note('reorganisation')
    if (wasMining) this.#local.startMining()
  }

  #betterBlocks(depth: number, transactions: readonly Transaction[]): Block[] {
    const { chain } = this.#node
    const rival = this.#rival
    for (let number = 1; number <= chain.head.number; number++) {
      const block = chain.select(number)!
      if (rival.chain.block(block.hash) === undefined) rival.chain.import(block)
    }
    rival.local!.reset()
    rival.chain.rewind(chain.select(chain.head.number - depth)!.hash)
    for (const transaction of transactions) if (this.#random.chance(2)) rival.submit(transaction)
    const blocks: Block[] = []
    while (rival.chain.head.totalDifficulty <= chain.head.totalDifficulty) blocks.push(rival.local!.mine())
    return blocks
  }

  #takeSnapshot(): void {
    const id = this.#local.snapshot()
    if (this.#snapshots.length === maximumSnapshots) this.#snapshots.shift()
    this.#snapshots.push({ id, head: toHex(this.#node.chain.head.hash), waiting: this.#waiting() })
    this.#note('snapshot')
  }

  #revert(): void {
    const { chain } = this.#node
    if (this.#snapshots.length === 0) return
    const place = this.#random.below(this.#snapshots.length)
    const { id, head, waiting } = this.#snapshots[place]!
    const wasMining = this.#node.mining!.isMining
    this.#local.stopMining()
    expect(this.#local.revert(id)).toBe(true)
    expect(toHex(chain.head.hash)).toBe(head)
    expect(this.#waiting()).toEqual(waiting)
    this.#snapshots.splice(place + 1)
    this.#note('revert')
    if (wasMining) this.#local.startMining()
  }

  #waiting(): string[] {
    const { pool } = this.#node
    const all = [...pool.pendingBySender(), ...pool.queuedBySender()]
    return all.flatMap(({ transactions }) => hashesOf(transactions)).sort()
  }

  #note(event: string): void {
    this.counts.set(event, (this.counts.get(event) ?? 0) + 1)
  }
}

/** Without the REMASC transactions; oldest first. */
const transactionsOf = (newestFirst: readonly Block[]): Transaction[] =>
  newestFirst.toReversed().flatMap(({ transactions }) => transactions.slice(0, -1))

const hashesOf = (transactions: readonly Transaction[]): string[] =>
  transactions.map(({ hash }) => toHex(hash)).sort()
