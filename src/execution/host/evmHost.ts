import { federatorAccounts } from '../../bridge/context/federatorAccounts.ts'
import type { Code, Environment, Host } from '../../evm/host.ts'
import type { Precompile } from '../../evm/precompiles/precompile.ts'
import { type PrecompileLookup, standardPrecompiles } from '../../evm/precompiles/standard.ts'
import type { Tracer } from '../../evm/tracer.ts'
import type { ChainReader, ExecutingBlock, ExecutingTransaction } from '../../native/nativeContext.ts'
import type { RemascContext } from '../../native/remasc/processMinersFees.ts'
import { type Address, asHash, emptyBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import { delegateOf } from '../../protocol/delegation.ts'
import { type BlockHeader, gasLimitOf } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import type { State } from '../../state/state.ts'
import { isSequentialContract, mayBePrecompile, nativeContract } from './nativeContracts.ts'

/** The network, the block and its ancestors, on which an execution depends besides the state. */
export interface ExecutionContext {
  readonly network: Network
  readonly chain: ChainReader
  readonly header: BlockHeader
}

/** The fields of a header that transactions can read. */
export const executingBlock = (header: BlockHeader): ExecutingBlock => ({
  number: header.number,
  parentHash: header.parentHash,
  coinbase: header.coinbase,
  timestamp: header.timestamp,
  difficulty: header.difficulty,
  gasLimit: gasLimitOf(header),
  minimumGasPrice: header.minimumGasPrice ?? 0n,
})

/** The number of ancestors whose hash BLOCKHASH returns. */
const visibleAncestors = 256

/** A contract that a transaction of a block created, itself or by a contract that it called. */
export interface ContractCreation {
  readonly contract: Address
  /** The sender of the transaction, or the contract that executed CREATE or CREATE2. */
  readonly creator: Address
  /** Position of the transaction in its block. */
  readonly transactionIndex: number
}

const noTransaction: ExecutingTransaction = {
  hash: asHash(new Uint8Array(32)),
  sender: emptyBytes,
  publicKey: undefined,
  isRemasc: false,
  isLocalCall: false,
  isFreeBridgeTransaction: false,
}

/**
 * The view of the EVM and the native contracts: the state, the block and its ancestors. One object serves all transactions
 * of the block; `begin` names the one that is about to run.
 */
export class EvmHost implements Host, RemascContext {
  readonly state: State
  readonly rules: Rules
  readonly network: Network
  readonly chain: ChainReader
  readonly block: ExecutingBlock
  transaction: ExecutingTransaction = noTransaction
  /** A new object for every change: engines compare the identity to see whether the environment has changed. */
  environment: Environment
  /** Map keys of the accounts that self-destructed in earlier transactions (RSKIP125). */
  destroyedEarlier: ReadonlySet<string> = new Set()
  /** Whether the transaction called a contract that only the sequential list may call (RSKIP144). */
  calledSequentialContract = false
  /** Map keys of the accounts that took part in the calls of all transactions so far. */
  readonly participants = new Set<string>()
  /** The contracts that all transactions so far created. */
  readonly creations: ContractCreation[] = []

  readonly #standard: PrecompileLookup
  /** Creations that the transaction has begun; some may have failed. */
  #begunCreations: ContractCreation[] = []
  /** Cached answers of BLOCKHASH, which costs little gas although the chain may have to read a block for it. */
  readonly #ancestorHashes = new Map<number, Hash | undefined>()
  #tracer: Tracer | undefined

  constructor(state: State, { network, chain, header }: ExecutionContext) {
    this.state = state
    this.rules = rulesAt(network, header.number)
    this.network = network
    this.chain = chain
    this.block = executingBlock(header)
    this.environment = environmentOf(network, this.block, noTransaction.sender, 0n, 0)
    this.#standard = standardPrecompilesOf(this.rules)
  }

  begin(transaction: ExecutingTransaction, gasPrice: bigint, index: number, tracer?: Tracer): void {
    this.transaction = transaction
    this.#tracer = tracer
    this.calledSequentialContract = false
    if (this.#begunCreations.length > 0) this.#begunCreations = []
    const { environment } = this
    const isSame = environment.gasPrice === gasPrice && environment.transactionIndex === index
    if (isSame && equalBytes(environment.origin, transaction.sender)) return
    this.environment = environmentOf(this.network, this.block, transaction.sender, gasPrice, index)
  }

  blockHash(number: number): Hash | undefined {
    const { number: current, parentHash } = this.block
    const distance = current - number
    if (number < 0 || distance < 1 || distance > visibleAncestors) return undefined
    if (distance === 1) return parentHash
    if (!this.#ancestorHashes.has(number)) {
      this.#ancestorHashes.set(number, this.chain.ancestor(parentHash, number)?.header.hash)
    }
    return this.#ancestorHashes.get(number)
  }

  precompile(address: Address): Precompile | undefined {
    if (!mayBePrecompile(address)) return undefined
    const standard = this.#standard(address)
    if (standard) return standard
    const native = nativeContract(address, this)
    if (!native || !isSequentialContract(address)) return native
    return {
      ...native,
      noteCall: (isWithinCreation) => {
        if (!isWithinCreation) this.calledSequentialContract = true
      },
    }
  }

  noteParticipant(address: Address): void {
    this.participants.add(addressKey(address))
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
        .filter(({ contract }) => this.state.code(contract) !== undefined)
        .map((creation) => [addressKey(creation.contract), creation]),
    )
    this.creations.push(...kept.values())
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

  /** A delegation is followed once, and never to a precompiled contract (RSKIP545). */
  executedCode(address: Address): Code | undefined {
    const code = this.state.code(address)
    if (code === undefined || !this.rules.rskip545) return code
    const delegate = delegateOf(code.bytes)
    if (delegate === undefined) return code
    return this.precompile(delegate) === undefined ? this.state.code(delegate) : undefined
  }

  codeHash(address: Address): Hash {
    return this.state.codeHash(address, this.rules)
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
