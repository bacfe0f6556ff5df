import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { person } from '../execution/executionWorld.cases.ts'
import { equalBytes } from '../primitives/bytes.ts'
import { toHex } from '../primitives/hex.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import { TransactionPool } from './pool.ts'
import type { AccountReader, BestChainChange } from './poolChain.ts'
import { defaultPoolOptions, type PoolOptions } from './poolOptions.ts'
import { payment, TestChain } from './poolWorld.cases.ts'

/* The pool as a plain list with linear searches. `TransactionPool` must behave in the same way. */

interface Item {
  readonly transaction: Transaction
  readonly sender: Uint8Array
  readonly nonce: bigint
  readonly price: bigint
  readonly cost: bigint
  arrival: { sequence: number; timeMs: number; height: number }
  announced: boolean
}

interface ModelWorld {
  readonly accounts: () => AccountReader
  readonly height: () => number
  readonly nowMs: () => number
  readonly minimumGasPrice: bigint
}

const isOf = (sender: Uint8Array) => (item: Item) => equalBytes(item.sender, sender)
const byNonce = (a: Item, b: Item): number => Number(a.nonce - b.nonce)
const sum = (items: readonly Item[]): bigint => items.reduce((total, { cost }) => total + cost, 0n)

class PoolModel {
  announced: Transaction[] = []
  #items: Item[] = []
  #sequence = 0
  readonly #world: ModelWorld
  readonly #options: PoolOptions

  constructor(world: ModelWorld, options: PoolOptions) {
    this.#world = world
    this.#options = options
  }

  add(transaction: Transaction, isReturned = false): string {
    this.expire()
    const known = this.#items.find((item) => equalBytes(item.transaction.hash, transaction.hash))
    if (known) return this.#isPending(known) ? 'already-pending' : 'already-queued'
    const item = this.#itemOf(transaction)
    const { sender, nonce, price } = item
    const accountNonce = this.#world.accounts().nonce(sender)
    if (nonce < accountNonce) return 'nonce-too-low'
    if (!isReturned && nonce >= accountNonce + BigInt(this.#options.accountSlots)) return 'nonce-too-high'
    const unpayable = this.#standingFault(item)
    if (unpayable) return unpayable
    const pending = this.pendingOf(sender)
    const replaced = this.#items.filter(isOf(sender)).find((other) => other.nonce === nonce)
    const executable = nonce <= accountNonce + BigInt(pending.length)
    if (executable && replaced) {
      const bumped = (replaced.price * BigInt(100 + this.#options.gasPriceBumpPercent)) / 100n
      if (price <= replaced.price || price < bumped) return 'replacement-price'
    }
    const others = pending.filter((other) => other !== replaced)
    if (executable && this.#balance(item) < sum(others) + item.cost) return 'insufficient-funds-for-all'
    const remaining = this.#withRoom(item, replaced, executable)
    if (!remaining) return 'pool-full'
    this.#items = [...remaining, item]
    this.#arrive(item)
    if (!executable) return 'queued'
    this.#announce(item)
    this.#release(sender, pending.length + (replaced ? 0 : 1))
    return 'pending'
  }

  followHead({ abandoned, added }: BestChainChange): void {
    this.expire()
    const lowest = this.#world.height() - this.#options.maximumAgeBlocks
    this.#items = this.#items.filter((item) => item.arrival.height >= lowest)
    for (const { sender } of [...abandoned, ...added].flatMap((block) => block.transactions)) {
      const nonce = this.#world.accounts().nonce(sender!)
      this.#items = this.#items.filter((item) => !isOf(sender!)(item) || item.nonce >= nonce)
      this.#release(sender!, 0)
    }
    for (const transaction of abandoned.flatMap((block) => block.transactions)) this.add(transaction, true)
  }

  expire(): void {
    const oldest = this.#world.nowMs() - this.#options.maximumAgeMs
    this.#items = this.#items.filter((item) => item.arrival.timeMs > oldest)
  }

  remove(transaction: Transaction): void {
    this.#items = this.#items.filter((item) => !equalBytes(item.transaction.hash, transaction.hash))
  }

  pendingOf(sender: Uint8Array): Item[] {
    let next = this.#world.accounts().nonce(sender)
    return this.#items
      .filter(isOf(sender))
      .sort(byNonce)
      .filter((item) => item.nonce === next && next++ >= 0n)
  }

  queuedOf(sender: Uint8Array): Item[] {
    const pending = this.pendingOf(sender)
    return this.#items.filter((item) => isOf(sender)(item) && !pending.includes(item)).sort(byNonce)
  }

  inExecutionOrder(): Transaction[] {
    const waiting = this.#items.filter((item) => this.#isPending(item))
    const order: Transaction[] = []
    while (waiting.length > 0) {
      const heads = waiting.filter((item) => !waiting.some((other) => isBehind(item, other)))
      const [best] = heads.sort(
        (a, b) => Number(b.price - a.price) || a.arrival.sequence - b.arrival.sequence,
      )
      order.push(best!.transaction)
      waiting.splice(waiting.indexOf(best!), 1)
    }
    return order
  }

  #isPending(item: Item): boolean {
    return this.pendingOf(item.sender).includes(item)
  }

  /** Checks the pending transactions of a sender again from a position on; the first that fails is removed. */
  #release(sender: Uint8Array, from: number): void {
    const run = this.pendingOf(sender)
    for (const [index, item] of run.entries()) {
      if (index < from) continue
      if (this.#standingFault(item) || this.#balance(item) < sum(run.slice(0, index + 1))) {
        this.remove(item.transaction)
        return
      }
      if (!item.announced) this.#arrive(item)
      this.#announce(item)
    }
  }

  #standingFault({ transaction, sender, price }: Item): string | undefined {
    const balance = this.#world.accounts().balance(sender)
    if (balance < transaction.gasLimitValue * price) return 'insufficient-funds'
    return price < this.#world.minimumGasPrice ? 'gas-price-too-low' : undefined
  }

  /** The items that stay beside the newcomer, or undefined if it does not outrank those that must leave. */
  #withRoom(newcomer: Item, replaced: Item | undefined, executable: boolean): Item[] | undefined {
    const staying = this.#items.filter((item) => item !== replaced)
    const pendingBefore = this.#items.filter((item) => this.#isPending(item))
    while (staying.length >= this.#options.maximumTransactions) {
      const isPending = (item: Item): boolean => pendingBefore.includes(item)
      const tails = staying.filter((item) => !staying.some((other) => isBehind(other, item)))
      const [worst] = tails.sort(
        (a, b) =>
          Number(isPending(a)) - Number(isPending(b)) ||
          Number(a.price - b.price) ||
          b.arrival.sequence - a.arrival.sequence,
      )
      if (isOf(newcomer.sender)(worst!) && worst!.nonce <= newcomer.nonce) return undefined
      if (isPending(worst!) !== executable ? !executable : newcomer.price <= worst!.price) return undefined
      staying.splice(staying.indexOf(worst!), 1)
    }
    return staying
  }

  #balance({ sender }: Item): bigint {
    return this.#world.accounts().balance(sender)
  }

  #arrive(item: Item): void {
    item.arrival = {
      sequence: this.#sequence++,
      timeMs: this.#world.nowMs(),
      height: this.#world.height(),
    }
  }

  #announce(item: Item): void {
    if (!item.announced) this.announced.push(item.transaction)
    item.announced = true
  }

  #itemOf(transaction: Transaction): Item {
    const price = transaction.gasPriceValue
    return {
      transaction,
      sender: transaction.sender!,
      nonce: transaction.nonceValue,
      price,
      cost: transaction.value + transaction.gasLimitValue * price,
      arrival: { sequence: 0, timeMs: 0, height: 0 },
      announced: false,
    }
  }
}

const isBehind = (item: Item, other: Item): boolean =>
  equalBytes(item.sender, other.sender) && other.nonce < item.nonce

/* Random operations on a small pool and on its model: after each step both must give the same answers. */

const people = ['alice', 'bob', 'carol', 'dave'].map(person)
const minimumGasPrice = 2n

/** Low limits are reached often, high ones rarely. */
const poolOptions = fc
  .record({
    accountSlots: fc.constantFrom(2, 5),
    maximumTransactions: fc.constantFrom(3, 5, 100),
    maximumAgeBlocks: fc.constantFrom(1, 5),
    maximumAgeMs: fc.constantFrom(50, 1000),
  })
  .map((limits): PoolOptions => ({ ...defaultPoolOptions, limitAccountRate: false, ...limits }))

/**
 * A transaction: its sender, the distance of its nonce from the account's, its price, and whether it transfers value.
 */
interface Payment {
  readonly who: number
  readonly offset: number
  readonly price: number
  readonly carries: boolean
}
type Block = readonly Payment[]
type Step =
  | { readonly kind: 'add' | 'remove'; readonly payment: Payment }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'mine'; readonly block: Block }
  | { readonly kind: 'reorganise'; readonly depth: number; readonly branch: readonly Block[] }

const payments = fc.record({
  who: fc.nat(people.length - 1),
  offset: fc.constantFrom(-1, 0, 0, 1, 1, 2, 2, 3, 5),
  price: fc.integer({ min: 1, max: 8 }),
  carries: fc.boolean(),
})
const blocks = fc.array(payments, { maxLength: 4 })
const steps = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.record({ kind: fc.constant('add' as const), payment: payments }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), payment: payments }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(40) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('mine' as const), block: blocks }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('reorganise' as const),
        depth: fc.integer({ min: 1, max: 3 }),
        branch: fc.array(blocks, { minLength: 1, maxLength: 4 }),
      }),
    },
  ),
  { maxLength: 60 },
)

const signed = new Map<string, Transaction>()

/** Signing is slow, so every transaction is signed once. */
function transactionOf({ who, price, carries }: Payment, nonce: number): Transaction {
  const key = `${who}/${nonce}/${price}/${carries}`
  const fields = { nonce, gasPrice: BigInt(price), value: carries ? 150_000n : 0n }
  const transaction = signed.get(key) ?? payment(people[who]!, fields)
  signed.set(key, transaction)
  return transaction
}

/** A pool and its model with the same history. */
class ComparedPools {
  #nowMs = 1000
  readonly #chain = new TestChain(
    people.map(({ address }) => [address, { nonce: 1n, balance: 700_000n }]),
    { minimumGasPrice },
  )
  readonly #pool: TransactionPool
  readonly #model: PoolModel
  readonly #announced: Transaction[] = []

  constructor(options: PoolOptions) {
    this.#pool = new TransactionPool({ chain: this.#chain, clock: () => this.#nowMs, options })
    const world = {
      accounts: () => this.#chain.accounts(),
      height: () => this.#chain.head.number,
      nowMs: () => this.#nowMs,
      minimumGasPrice,
    }
    this.#model = new PoolModel(world, options)
    this.#pool.onPending((transactions) => this.#announced.push(...transactions))
    this.#chain.onHead((change) => this.#model.followHead(change))
  }

  take(step: Step): void {
    if (step.kind === 'add') this.#add(this.#next(step.payment))
    if (step.kind === 'remove') this.#remove(this.#next(step.payment))
    if (step.kind === 'wait') this.#nowMs += step.ms
    if (step.kind === 'mine') this.#chain.mine(this.#transactionsOf([step.block], 0)[0])
    if (step.kind === 'reorganise') {
      const depth = Math.min(step.depth, this.#chain.depth)
      this.#chain.reorganise(depth, this.#transactionsOf(step.branch, depth))
    }
  }

  compare(): void {
    const { pending, queued } = { pending: this.#pool.pendingBySender(), queued: this.#pool.queuedBySender() }
    const hashes = (transactions: readonly Transaction[]) => transactions.map(({ hash }) => toHex(hash))
    const bySender = (groups: typeof pending) =>
      Object.fromEntries([...groups].map(({ sender, transactions }) => [toHex(sender), hashes(transactions)]))
    this.#model.expire()
    const [pendingBySender, queuedBySender] = [bySender(pending), bySender(queued)]
    for (const { address } of people) {
      const modelPending = this.#model.pendingOf(address).map(({ transaction }) => transaction)
      const modelQueued = this.#model.queuedOf(address).map(({ transaction }) => transaction)
      expect(pendingBySender[toHex(address)] ?? []).toEqual(hashes(modelPending))
      expect(queuedBySender[toHex(address)] ?? []).toEqual(hashes(modelQueued))
      const nonce = this.#chain.accounts().nonce(address)
      expect(this.#pool.nextNonce(address)).toBe(nonce + BigInt(modelPending.length))
    }
    const lengths = (groups: Record<string, string[]>) => Object.values(groups).flat().length
    expect(this.#pool.pendingCount).toBe(lengths(pendingBySender))
    expect(this.#pool.queuedCount).toBe(lengths(queuedBySender))
    expect(hashes([...this.#pool.inExecutionOrder()])).toEqual(hashes(this.#model.inExecutionOrder()))
    expect(hashes(this.#announced)).toEqual(hashes(this.#model.announced))
  }

  #add(transaction: Transaction): void {
    const submission = this.#pool.add(transaction)
    const answer = submission.status === 'rejected' ? submission.rejection.reason : submission.status
    expect(answer).toBe(this.#model.add(transaction))
  }

  #remove(transaction: Transaction): void {
    this.#pool.remove(transaction.hash)
    this.#model.remove(transaction)
  }

  #next(payment: Payment): Transaction {
    const nonce = this.#chain.accounts().nonce(people[payment.who]!.address)
    return transactionOf(payment, Math.max(0, Number(nonce) + payment.offset))
  }

  /** Blocks on the block `below` the best; they use a pending transaction of the pool where one fits. */
  #transactionsOf(plan: readonly Block[], below: number): Transaction[][] {
    const accounts = this.#chain.accounts(below)
    const nonces = people.map(({ address }) => Number(accounts.nonce(address)))
    const pooled = [...this.#pool.pendingBySender()].flatMap(({ transactions }) => transactions)
    return plan.map((block) =>
      block.map((payment) => {
        const nonce = nonces[payment.who]!++
        const address = people[payment.who]!.address
        const waiting = pooled.find(
          ({ sender, nonceValue }) => nonceValue === BigInt(nonce) && toHex(sender!) === toHex(address),
        )
        return payment.offset > 0 && waiting ? waiting : transactionOf(payment, nonce)
      }),
    )
  }
}

describe('a pool', () => {
  it('behaves like a plain list of transactions', () => {
    fc.assert(
      fc.property(poolOptions, steps, (options, script) => {
        const pools = new ComparedPools(options)
        for (const step of script) {
          pools.take(step)
          pools.compare()
        }
      }),
      { numRuns: 300 },
    )
  })
})
