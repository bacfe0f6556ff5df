import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { person } from '../execution/executionWorld.cases.ts'
import { toHex } from '../primitives/hex.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import { TransactionPool } from './pool.ts'
import { PoolModel } from './poolModel.cases.ts'
import { defaultPoolOptions, type PoolOptions } from './poolOptions.ts'
import { payment, TestChain } from './poolWorld.cases.ts'

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
