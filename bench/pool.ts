// Speed of the transaction pool with 100,000 transactions: `npx tsx bench/pool.ts`.

import { TransactionPool } from '../src/pool/pool.ts'
import type { AccountReader, BestChainChange, PoolChain } from '../src/pool/poolChain.ts'
import { asAddress, emptyBytes } from '../src/primitives/bytes.ts'
import { unsignedBytes } from '../src/primitives/integers.ts'
import { addressKey } from '../src/primitives/mapKeys.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { Transaction } from '../src/protocol/transactions/transaction.ts'

const transactionCount = 100_000
const perSender = 5
const blockSize = 200
const blockCount = 100

/** A pseudo-random number that is the same in every run. */
const spread = (index: number): number => Math.imul(index + 1, 2_654_435_761) >>> 0

/** A transaction with a given sender: the recovery from a signature would take most of the measured time. */
class KnownSender extends Transaction {
  readonly #address
  constructor(sender: number, nonce: number, gasPrice: number) {
    super({
      nonce: unsignedBytes(nonce),
      gasPrice: BigInt(gasPrice),
      gasLimit: unsignedBytes(21_000),
      to: asAddress(new Uint8Array(20).fill(7)),
      value: 1n,
      data: emptyBytes,
      chainId: regtest.chainId,
      signature: { v: 27, r: BigInt(sender + 1), s: 1n },
    })
    const address = new Uint8Array(20)
    new DataView(address.buffer).setUint32(16, sender)
    this.#address = asAddress(address)
  }

  override get sender() {
    return this.#address
  }
}

/** Accounts with a high balance, whose nonces follow the blocks. */
class BenchChain implements PoolChain, AccountReader {
  readonly network = regtest
  readonly #nonces = new Map<string, bigint>()
  readonly #listeners = new Set<(change: BestChainChange) => void>()
  readonly #header = { gasLimit: unsignedBytes(10_000_000), gasUsed: 0, minimumGasPrice: 0n }
  #head = { number: 1, gasLimit: 10_000_000n, minimumGasPrice: 0n }

  get head() {
    return this.#head
  }

  accounts() {
    return this
  }

  exists(): boolean {
    return true
  }

  nonce(address: Uint8Array): bigint {
    return this.#nonces.get(addressKey(address)) ?? 0n
  }

  balance(): bigint {
    return 10n ** 30n
  }

  isContract(): boolean {
    return false
  }

  code(): undefined {
    return undefined
  }

  onHead(listener: (change: BestChainChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  mine(transactions: readonly Transaction[]): void {
    for (const { sender, nonceValue } of transactions) this.#nonces.set(addressKey(sender!), nonceValue + 1n)
    this.#head = { ...this.#head, number: this.#head.number + 1 }
    for (const listener of this.#listeners)
      listener({ abandoned: [], added: [{ header: this.#header, transactions }] })
  }
}

function offers(): Transaction[] {
  const transactions = Array.from({ length: transactionCount }, (_, index) => {
    const sender = Math.floor(index / perSender)
    return new KnownSender(sender, index % perSender, 1 + (spread(index) % 1000))
  })
  for (const transaction of transactions) transaction.hash
  // Shuffled, so that many are queued first.
  return transactions
    .map((transaction, index) => ({ transaction, key: spread(index ^ 0x5a5a) }))
    .sort((a, b) => a.key - b.key)
    .map(({ transaction }) => transaction)
}

function report(name: string, count: number, work: () => void): void {
  const start = performance.now()
  work()
  const ms = performance.now() - start
  const perSecond = Math.round((1000 * count) / ms).toLocaleString('en')
  console.log(
    `  ${name.padEnd(52)}${((1000 * ms) / count).toFixed(2).padStart(9)} µs  ${perSecond.padStart(12)}/s`,
  )
}

export async function bench(): Promise<void> {
  console.log(`pool of ${transactionCount.toLocaleString('en')} transactions (signatures already recovered)`)
  const transactions = offers()
  const chain = new BenchChain()
  const pool = new TransactionPool({ chain, clock: () => 0, options: { maximumAgeBlocks: 1e6 } })
  report('add', transactionCount, () => {
    for (const transaction of transactions) pool.add(transaction)
  })
  const better = Array.from(
    { length: 10_000 },
    (_, index) => new KnownSender(2 * index, index % perSender, 2000 + (index % 100)),
  )
  for (const transaction of better) transaction.hash
  report('replace', better.length, () => {
    for (const transaction of better) pool.add(transaction)
  })
  const newcomers = Array.from({ length: 10_000 }, (_, index) => new KnownSender(1e6 + index, 0, 1500))
  for (const transaction of newcomers) transaction.hash
  report('add to the full pool, evicting', newcomers.length, () => {
    for (const transaction of newcomers) pool.add(transaction)
  })
  report(`best ${blockSize}, per transaction`, blockCount * blockSize, () => {
    for (let i = 0; i < blockCount; i++) best(pool)
  })
  report(`block of the best ${blockSize}: choose and apply`, blockCount, () => {
    for (let i = 0; i < blockCount; i++) chain.mine(best(pool))
  })
  report('whole order, per transaction', pool.pendingCount, () => {
    for (const _ of pool.inExecutionOrder());
  })
  console.log(`  left: ${pool.pendingCount} pending, ${pool.queuedCount} queued`)
}

function best(pool: TransactionPool): Transaction[] {
  const chosen: Transaction[] = []
  for (const transaction of pool.inExecutionOrder()) {
    chosen.push(transaction)
    if (chosen.length === blockSize) break
  }
  return chosen
}

if (import.meta.filename === process.argv[1]) await bench()
