import type { Chain } from '../chain/chain.ts'
import { openChain } from '../chain/openChain.ts'
import { assemble, deployer } from '../evm/assembler.cases.ts'
import { createdAddress } from '../evm/contractAddress.ts'
import { type Person, person } from '../execution/executionWorld.cases.ts'
import { type Address, asAddress, emptyBytes, type Hash } from '../primitives/bytes.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { wordKey } from '../primitives/mapKeys.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import type { Network } from '../protocol/networks/network.ts'
import { signTransaction } from '../protocol/transactions/sign.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import { memoryStore } from '../store/memory/memoryStore.ts'
import { BlockAssembler } from './assembly/blockAssembler.ts'
import { UncleCandidates } from './assembly/uncleCandidates.ts'
import { Clock } from './inputs/clock.ts'
import type { MiningChain, MiningPool } from './inputs/miningChain.ts'
import { localMiningSettings, type MiningSettings } from './inputs/miningSettings.ts'
import { Miner, type MinerParts } from './miner.ts'
import { MergedMining, type MergedMiningParts } from './work/mergedMining.ts'

type PendingListener = (transactions: readonly Transaction[]) => void

/* A chain in memory, everything that mines on it, and a pool that is a plain list. */

export class ListedPool implements MiningPool {
  readonly #transactions = new Map<string, Transaction>()
  readonly #listeners = new Set<PendingListener>()

  constructor(chain: Chain) {
    chain.on('block', ({ transactions }) => {
      for (const { hash } of transactions) this.remove(hash)
    })
  }

  get pendingCount(): number {
    return this.#transactions.size
  }

  add(...transactions: readonly Transaction[]): void {
    for (const transaction of transactions) this.#transactions.set(wordKey(transaction.hash), transaction)
    for (const listener of this.#listeners) listener(transactions)
  }

  has(transaction: Transaction): boolean {
    return this.#transactions.has(wordKey(transaction.hash))
  }

  inExecutionOrder(): Iterable<Transaction> {
    return this.#transactions.values()
  }

  remove(hash: Hash): void {
    this.#transactions.delete(wordKey(hash))
  }

  onPending(listener: PendingListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export interface WorldOptions {
  readonly network?: Network
  readonly settings?: Partial<MiningSettings>
  /** Whether the chain takes over the results of blocks assembled here; otherwise it checks and executes them. */
  readonly trusting?: boolean
}

export class MiningWorld {
  /** Milliseconds since 1970; tests change it. */
  systemMs = 1_700_000_000_000
  readonly clock = new Clock(() => this.systemMs)
  readonly uncles = new UncleCandidates()
  readonly chain: Chain
  readonly seen: MiningChain
  readonly pool: ListedPool
  readonly assembler: BlockAssembler
  readonly errors: unknown[] = []

  constructor({ network = regtest, settings, trusting = false }: WorldOptions = {}) {
    const { clock, uncles } = this
    this.chain = openChain({ store: memoryStore(), network, clock: () => clock.nowSeconds })
    const { chain } = this
    this.seen = {
      network,
      codes: chain.codes,
      get head() {
        return chain.head
      },
      trieAt: (selector) => chain.trieAt(selector),
      import: (block) => chain.import(block),
      extend: (block, execution) => (trusting ? chain.extend(block, execution) : chain.import(block)),
      block: (hash) => chain.block(hash),
      ancestor: (descendant, number) => chain.ancestor(descendant, number),
      totalDifficulty: (hash) => chain.totalDifficulty(hash),
    }
    this.pool = new ListedPool(this.chain)
    this.assembler = new BlockAssembler({
      chain: this.seen,
      pool: this.pool,
      clock,
      uncles,
      settings: { ...localMiningSettings, ...settings },
      onError: (error) => this.errors.push(error),
    })
    this.chain.on('side', ({ header }) => uncles.add(header))
    this.chain.on('reorg', ({ abandoned, adopted }) => {
      for (const { header } of abandoned) uncles.add(header)
      this.assembler.abandoned(abandoned, adopted)
    })
  }

  miner(parts: Partial<MinerParts> = {}): Miner {
    return new Miner({
      assembler: this.assembler,
      chain: this.seen,
      pool: this.pool,
      clock: this.clock,
      mode: { kind: 'manual' },
      repeatEvery: () => () => {},
      onError: (error) => this.errors.push(error),
      ...parts,
    })
  }

  mergedMining(parts: Partial<MergedMiningParts> = {}): MergedMining {
    const { assembler, seen: chain, clock } = this
    return new MergedMining({ assembler, chain, clock, ...parts })
  }
}

/** The funded accounts of the local chain. */
export const people = ['cow', ...Array.from({ length: 9 }, (_, i) => `cow${i + 1}`)].map(person)
export const [alice, bob, carol, dave] = people as [Person, Person, Person, Person]

/** An address that the chain does not know. */
export const stranger = (mark: number): Address => asAddress(new Uint8Array(20).fill(0xe0).fill(mark, 19))

export interface TransactionOptions {
  readonly from?: Person
  readonly nonce?: number
  readonly gasPrice?: bigint
  readonly gas?: number
  readonly to?: Address | null
  readonly value?: bigint
  readonly data?: Uint8Array
}

/** By default Alice's first transaction, which sends one wei to a stranger. */
export function transactionOf(parts: TransactionOptions = {}): Transaction {
  const fields = {
    nonce: unsignedBytes(parts.nonce ?? 0),
    gasPrice: parts.gasPrice ?? 1n,
    gasLimit: unsignedBytes(parts.gas ?? 100_000),
    to: parts.to === undefined ? stranger(1) : parts.to,
    value: parts.value ?? 1n,
    data: parts.data ?? emptyBytes,
    chainId: regtest.chainId,
  }
  return signTransaction(fields, (parts.from ?? alice).key)
}

/** A transaction that creates a contract with this code, and the contract's address. */
export function deployment(
  source: string,
  { from = alice, nonce = 0 }: { readonly from?: Person; readonly nonce?: number } = {},
): { transaction: Transaction; address: Address } {
  const data = deployer(assemble(source))
  const transaction = transactionOf({ from, nonce, to: null, value: 0n, data, gas: 300_000 })
  return { transaction, address: createdAddress(from.address, BigInt(nonce)) }
}
