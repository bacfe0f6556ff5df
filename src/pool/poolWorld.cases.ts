import { type Person, person } from '../execution/executionWorld.cases.ts'
import { type Address, asAddress, emptyBytes } from '../primitives/bytes.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { addressKey } from '../primitives/mapKeys.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import type { Network } from '../protocol/networks/network.ts'
import { signTransaction } from '../protocol/transactions/sign.ts'
import type { Transaction, TransactionFields } from '../protocol/transactions/transaction.ts'
import { TransactionPool } from './pool.ts'
import type { AccountReader, BestChainChange, PoolBlock, PoolChain, PoolHead } from './poolChain.ts'
import type { PoolOptions } from './poolOptions.ts'

/* A chain for the pool's tests, which has only the nonces and balances of accounts. */

export interface TestAccount {
  readonly nonce: bigint
  readonly balance: bigint
  readonly code?: { readonly bytes: Uint8Array }
}

type Accounts = ReadonlyMap<string, TestAccount>

interface TestBlock extends PoolBlock {
  readonly head: PoolHead
  readonly accounts: Accounts
}

export interface TestChainOptions {
  readonly network?: Network
  readonly gasLimit?: number
  readonly minimumGasPrice?: bigint
  readonly height?: number
}

export class TestChain implements PoolChain {
  readonly network: Network
  readonly #blocks: TestBlock[]
  readonly #listeners = new Set<(change: BestChainChange) => void>()

  constructor(
    accounts: readonly (readonly [Address, TestAccount])[],
    { network = regtest, gasLimit = 10_000_000, minimumGasPrice = 0n, height = 100 }: TestChainOptions = {},
  ) {
    this.network = network
    const head = { number: height, gasLimit: BigInt(gasLimit), minimumGasPrice }
    const byKey = new Map(accounts.map(([address, account]) => [addressKey(address), account]))
    this.#blocks = [{ head, header: headerOf(head), transactions: [], accounts: byKey }]
  }

  get head(): PoolHead {
    return this.#top.head
  }

  /** The accounts after the best block, or after the block that is `below` blocks earlier. */
  accounts(below = 0): AccountReader {
    const { accounts } = this.#blocks.at(-1 - below)!
    return {
      exists: (address) => accounts.has(addressKey(address)),
      nonce: (address) => accounts.get(addressKey(address))?.nonce ?? 0n,
      balance: (address) => accounts.get(addressKey(address))?.balance ?? 0n,
      isContract: () => false,
      code: (address) => accounts.get(addressKey(address))?.code,
    }
  }

  onHead(listener: (change: BestChainChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  mine(transactions: readonly Transaction[] = [], changes: Partial<PoolHead> = {}): void {
    this.#tell({ abandoned: [], added: [this.#append(transactions, changes)] })
  }

  /** Replaces the last `depth` blocks by others. */
  reorganise(depth: number, branch: readonly (readonly Transaction[])[]): void {
    const abandoned = this.#blocks.splice(this.#blocks.length - depth)
    this.#tell({ abandoned, added: branch.map((transactions) => this.#append(transactions, {})) })
  }

  /** Adds a best block without calling the listeners. */
  mineSilently(transactions: readonly Transaction[]): void {
    this.#append(transactions, {})
  }

  get depth(): number {
    return this.#blocks.length - 1
  }

  get #top(): TestBlock {
    return this.#blocks.at(-1)!
  }

  /** Every transaction uses all its gas. */
  #append(transactions: readonly Transaction[], changes: Partial<PoolHead>): TestBlock {
    const parent = this.#top
    const accounts = new Map(parent.accounts)
    for (const transaction of transactions) {
      const key = addressKey(transaction.sender!)
      const { nonce, balance } = accounts.get(key)!
      if (transaction.nonceValue !== nonce) throw new Error(`nonce ${transaction.nonceValue}, not ${nonce}`)
      const cost = transaction.value + transaction.gasLimitValue * transaction.gasPriceValue
      accounts.set(key, { nonce: nonce + 1n, balance: balance - cost })
    }
    const head = { ...parent.head, ...changes, number: parent.head.number + 1 }
    const block = { head, header: headerOf(head), transactions, accounts }
    this.#blocks.push(block)
    return block
  }

  #tell(change: BestChainChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}

const headerOf = ({ gasLimit, minimumGasPrice }: PoolHead): PoolBlock['header'] => ({
  gasLimit: unsignedBytes(gasLimit),
  gasUsed: 0,
  minimumGasPrice,
})

export const receiver = asAddress(new Uint8Array(20).fill(0xaa))

export interface PaymentFields extends Partial<Omit<TransactionFields, 'nonce' | 'gasLimit' | 'signature'>> {
  readonly nonce?: number
  readonly gasLimit?: number
}

/** By default a signed transfer of zero wei at a gas price of 10 wei. */
export function payment(
  { key }: Person,
  { nonce = 0, gasLimit = 21_000, ...fields }: PaymentFields = {},
): Transaction {
  return signTransaction(
    {
      nonce: unsignedBytes(nonce),
      gasPrice: 10n,
      gasLimit: unsignedBytes(gasLimit),
      to: receiver,
      value: 0n,
      data: emptyBytes,
      chainId: regtest.chainId,
      ...fields,
    },
    key,
  )
}

export const alice = person('alice')
export const bob = person('bob')
export const carol = person('carol')

/** A pool over a test chain on which Alice, Bob and Carol have the same balance. */
export class PoolWorld {
  readonly chain: TestChain
  readonly pool: TransactionPool
  readonly announced: Transaction[] = []
  /** Tests change it. */
  nowMs = 1_000_000

  constructor(options: Partial<PoolOptions> = {}, balance = 10n ** 18n) {
    this.chain = new TestChain([alice, bob, carol].map(({ address }) => [address, { nonce: 0n, balance }]))
    this.pool = new TransactionPool({
      chain: this.chain,
      clock: () => this.nowMs,
      options: { limitAccountRate: false, ...options },
    })
    this.pool.onPending((transactions) => this.announced.push(...transactions))
  }

  add(...transactions: Transaction[]): string[] {
    return transactions.map((transaction) => this.pool.add(transaction).status)
  }

  get pending(): Transaction[] {
    return [...this.pool.pendingBySender()].flatMap(({ transactions }) => transactions)
  }

  get queued(): Transaction[] {
    return [...this.pool.queuedBySender()].flatMap(({ transactions }) => transactions)
  }

  get order(): Transaction[] {
    return [...this.pool.inExecutionOrder()]
  }
}
