import { federatorAccounts } from '../bridge/context/federatorAccounts.ts'
import type { Code, Environment, Host } from '../evm/host.ts'
import type { Precompile } from '../evm/precompiles/precompile.ts'
import { type PrecompileLookup, standardPrecompiles } from '../evm/precompiles/standard.ts'
import type { Tracer } from '../evm/tracer.ts'
import type { ChainReader, ExecutingBlock, ExecutingTransaction } from '../native/nativeContext.ts'
import type { RemascContext } from '../native/remasc/remascContext.ts'
import { type Address, asHash, emptyBytes, type Hash } from '../primitives/bytes.ts'
import { getOrCreate } from '../primitives/getOrCreate.ts'
import { addressKey } from '../primitives/mapKeys.ts'
import type { Network } from '../protocol/networks/network.ts'
import { type Rules, rulesAt } from '../protocol/networks/rules.ts'
import type { State } from '../state/state.ts'
import type { ExecutionContext } from './executionContext.ts'
import { nativeContracts } from './nativeContracts.ts'
import { isSequentialContract, watchedContract } from './sequentialContracts.ts'

/** BLOCKHASH knows this many ancestors. */
const visibleAncestors = 256

const noTransaction: ExecutingTransaction = {
  hash: asHash(new Uint8Array(32)),
  sender: emptyBytes,
  publicKey: undefined,
  isRemasc: false,
  isLocalCall: false,
  isFreeBridgeTransaction: false,
}

/**
 * A block's world as the machine and the native contracts see it: the state, the block, its ancestors. One
 * object serves all transactions of the block; `begin` tells it which of them is running.
 */
export class EvmHost implements Host, RemascContext {
  readonly state: State
  readonly network: Network
  readonly rules: Rules
  readonly chain: ChainReader
  readonly block: ExecutingBlock
  transaction: ExecutingTransaction = noTransaction
  /** Another object for each transaction: engines recognise the environment they know by its identity. */
  environment: Environment
  /** Map keys of the accounts that self-destructed in earlier transactions (RSKIP125). */
  destroyedEarlier: ReadonlySet<string> = new Set()
  /** Whether the transaction called a contract that only the sequential list may call (RSKIP144). */
  calledSequentialContract = false

  readonly #standard: PrecompileLookup
  readonly #native: PrecompileLookup
  #tracer: Tracer | undefined
  readonly #participants = new Set<string>()
  readonly #ancestorHashes = new Map<number, Hash | undefined>()

  constructor(state: State, { network, chain, block }: ExecutionContext) {
    this.state = state
    this.network = network
    this.rules = rulesAt(network, block.number)
    this.chain = chain
    this.block = block
    this.environment = environmentOf(network, block)
    this.#standard = standardPrecompilesOf(this.rules)
    this.#native = nativeContracts(this)
  }

  begin(transaction: ExecutingTransaction, gasPrice: bigint, index: number, tracer?: Tracer): void {
    this.transaction = transaction
    this.#tracer = tracer
    this.calledSequentialContract = false
    const { sender: origin } = transaction
    this.environment = { ...this.environment, origin, gasPrice, transactionIndex: index }
  }

  snapshot(): number {
    return this.state.snapshot()
  }

  rollback(mark: number): void {
    this.state.rollback(mark)
  }

  exists(address: Address): boolean {
    return this.state.exists(address)
  }

  balance(address: Address): bigint {
    return this.state.balance(address)
  }

  addBalance(address: Address, amount: bigint): void {
    this.state.addBalance(address, amount)
  }

  nonce(address: Address): bigint {
    return this.state.nonce(address)
  }

  setNonce(address: Address, nonce: bigint): void {
    this.state.setNonce(address, nonce)
  }

  createAccount(address: Address): void {
    this.state.createAccount(address, { keepBalance: true })
  }

  isContract(address: Address): boolean {
    return this.state.isContract(address)
  }

  markContract(address: Address): void {
    this.state.markContract(address)
  }

  code(address: Address): Code | undefined {
    return this.state.code(address)
  }

  codeHash(address: Address): Hash {
    return this.state.codeHash(address, this.rules)
  }

  saveCode(address: Address, code: Uint8Array): void {
    this.state.saveCode(address, code)
  }

  storage(address: Address, key: Uint8Array): Uint8Array {
    return this.state.storage(address, key)
  }

  setStorage(address: Address, key: Uint8Array, value: Uint8Array): void {
    this.state.setStorage(address, key, value)
  }

  noteStorageWrite(address: Address, key: Uint8Array): void {
    this.state.noteStorageWrite(address, key)
  }

  transient(address: Address, key: Uint8Array): Uint8Array {
    return this.state.transient(address, key)
  }

  setTransient(address: Address, key: Uint8Array, value: Uint8Array): void {
    this.state.setTransient(address, key, value)
  }

  /** Each answer is kept: BLOCKHASH costs little gas, while the chain may have to read a block. */
  blockHash(number: number): Hash | undefined {
    const distance = this.block.number - number
    if (number < 0 || distance < 1 || distance > visibleAncestors) return undefined
    if (distance === 1) return this.block.parentHash
    if (!this.#ancestorHashes.has(number)) {
      this.#ancestorHashes.set(number, this.chain.ancestor(this.block.parentHash, number)?.header.hash)
    }
    return this.#ancestorHashes.get(number)
  }

  precompile(address: Address): Precompile | undefined {
    const standard = this.#standard(address)
    if (standard) return standard
    const native = this.#native(address)
    if (!native || !isSequentialContract(address)) return native
    return watchedContract(native, () => {
      this.calledSequentialContract = true
    })
  }

  noteParticipant(address: Address): void {
    this.#participants.add(addressKey(address))
  }

  /** Map keys of the accounts that took part in the calls of all transactions so far. */
  get participants(): ReadonlySet<string> {
    return this.#participants
  }

  federatorAccounts(blockNumber: number): readonly Address[] {
    return federatorAccounts(this, blockNumber)
  }

  noteTransfer(from: Address, to: Address, amount: bigint): void {
    this.noteParticipant(to)
    this.#tracer?.transfer?.(from, to, amount)
  }

  wasDestroyed(address: Address): boolean {
    return this.destroyedEarlier.size > 0 && this.destroyedEarlier.has(addressKey(address))
  }
}

const lookupsByRules = new WeakMap<Rules, PrecompileLookup>()

const standardPrecompilesOf = (rules: Rules): PrecompileLookup =>
  getOrCreate(lookupsByRules, rules, standardPrecompiles)

const environmentOf = ({ chainId }: Network, block: ExecutingBlock): Environment => ({
  chainId,
  number: block.number,
  timestamp: block.timestamp,
  coinbase: block.coinbase,
  difficulty: block.difficulty,
  gasLimit: block.gasLimit,
  minimumGasPrice: block.minimumGasPrice,
  origin: noTransaction.sender,
  gasPrice: 0n,
  transactionIndex: 0,
})
