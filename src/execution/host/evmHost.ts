import { federatorAccounts } from '../../bridge/context/federatorAccounts.ts'
import type { Environment, Host } from '../../evm/host.ts'
import type { Precompile } from '../../evm/precompiles/precompile.ts'
import { type PrecompileLookup, standardPrecompiles } from '../../evm/precompiles/standard.ts'
import type { Tracer } from '../../evm/tracer.ts'
import type { ChainReader, ExecutingBlock, ExecutingTransaction } from '../../native/nativeContext.ts'
import type { RemascContext } from '../../native/remasc/remascContext.ts'
import { type Address, asHash, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import type { State } from '../../state/state.ts'
import { AncestorHashes } from './ancestorHashes.ts'
import type { ContractCreation } from './contractCreation.ts'
import type { ExecutionContext } from './executionContext.ts'
import { nativeContracts } from './nativeContracts.ts'
import { isSequentialContract, watchedContract } from './sequentialContracts.ts'
import { StateHost } from './stateHost.ts'

const noTransaction: ExecutingTransaction = {
  hash: asHash(new Uint8Array(32)),
  sender: emptyBytes,
  publicKey: undefined,
  isRemasc: false,
  isLocalCall: false,
  isFreeBridgeTransaction: false,
}

/**
 * What the EVM and the native contracts see of a block: the state, the block and its ancestors. One object serves all
 * transactions of the block; `begin` names the one that is about to run.
 */
export class EvmHost extends StateHost implements Host, RemascContext {
  readonly network: Network
  readonly chain: ChainReader
  readonly block: ExecutingBlock
  transaction: ExecutingTransaction = noTransaction
  /** A new object for each transaction: engines recognise by its identity that the environment has not changed. */
  environment: Environment
  /** Map keys of the accounts that self-destructed in earlier transactions (RSKIP125). */
  destroyedEarlier: ReadonlySet<string> = new Set()
  /** Whether the transaction called a contract that only the sequential list may call (RSKIP144). */
  calledSequentialContract = false

  readonly #standard: PrecompileLookup
  readonly #native: PrecompileLookup
  readonly #participants = new Set<string>()
  readonly #creations: ContractCreation[] = []
  /** Creations that the transaction has begun; some may have failed. */
  #begunCreations: ContractCreation[] = []
  readonly #ancestorHashes: AncestorHashes
  #tracer: Tracer | undefined

  constructor(state: State, { network, chain, block }: ExecutionContext) {
    super(state, rulesAt(network, block.number))
    this.network = network
    this.chain = chain
    this.block = block
    this.environment = environmentOf(network, block, noTransaction.sender, 0n, 0)
    this.#standard = standardPrecompilesOf(this.rules)
    this.#native = nativeContracts(this)
    this.#ancestorHashes = new AncestorHashes(block, chain)
  }

  begin(transaction: ExecutingTransaction, gasPrice: bigint, index: number, tracer?: Tracer): void {
    this.transaction = transaction
    this.#tracer = tracer
    this.calledSequentialContract = false
    if (this.#begunCreations.length > 0) this.#begunCreations = []
    this.environment = environmentOf(this.network, this.block, transaction.sender, gasPrice, index)
  }

  blockHash(number: number): Hash | undefined {
    return this.#ancestorHashes.hash(number)
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

  noteCreation(contract: Address, creator: Address): void {
    this.noteParticipant(contract)
    this.#begunCreations.push({ contract, creator, transactionIndex: this.environment.transactionIndex })
  }

  /** Called at the end of a transaction, when failed and rolled back creations have left no code. */
  keepCreations(): void {
    if (this.#begunCreations.length === 0) return
    const kept = new Map(
      this.#begunCreations
        .filter(({ contract }) => this.code(contract) !== undefined)
        .map((creation) => [addressKey(creation.contract), creation]),
    )
    this.#creations.push(...kept.values())
  }

  /** The contracts that all transactions so far created. */
  get creations(): readonly ContractCreation[] {
    return this.#creations
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

const standardPrecompilesOf = rememberedByObject(standardPrecompiles)

const environmentOf = (
  network: Network,
  block: ExecutingBlock,
  origin: Uint8Array,
  gasPrice: bigint,
  transactionIndex: number,
): Environment => ({
  chainId: network.chainId,
  number: block.number,
  timestamp: block.timestamp,
  coinbase: block.coinbase,
  difficulty: block.difficulty,
  gasLimit: block.gasLimit,
  minimumGasPrice: block.minimumGasPrice,
  origin,
  gasPrice,
  transactionIndex,
})
