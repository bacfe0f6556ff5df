import type { Log } from '../evm/log.ts'
import { type Address, asAddress, asHash, type Hash } from '../primitives/bytes.ts'
import type { Block } from '../protocol/block.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { Rules } from '../protocol/networks/rules.ts'
import type { State } from '../state/state.ts'

/** The ancestors of a block, as its execution reads them. */
export interface ChainReader {
  block(hash: Hash): Block | undefined
  /** Sum of the work of a stored block and all its ancestors, uncles included. */
  totalDifficulty(hash: Hash): bigint | undefined
  /** The ancestor of the stored block `descendant` with that number; the block itself counts as one. */
  ancestor(descendant: Hash, number: number): Block | undefined
}

/** The fields of the executing block that are known while its transactions run. */
export interface ExecutingBlock {
  readonly number: number
  readonly parentHash: Hash
  readonly coinbase: Uint8Array
  readonly timestamp: number
  readonly difficulty: bigint
  readonly gasLimit: bigint
  readonly minimumGasPrice: bigint
}

/** The transaction that runs a native contract. */
export interface ExecutingTransaction {
  readonly hash: Hash
  /** The account that signed it; the one-byte REMASC sender for the payment to the miners. */
  readonly sender: Uint8Array
  /** The signer's 65-byte public key; undefined for the payment to the miners and for simulated calls. */
  readonly publicKey: Uint8Array | undefined
  /** Whether it is the block's REMASC transaction. */
  readonly isRemasc: boolean
  /** Whether it is a simulated call (eth_call, estimate), which no block contains. */
  readonly isLocalCall: boolean
  /** Whether its sender calls the Bridge directly and pays no gas for it. */
  readonly isFreeBridgeTransaction: boolean
}

/** A simulated call without a sender. */
export const localCall: ExecutingTransaction = {
  hash: asHash(new Uint8Array(32)),
  sender: asAddress(new Uint8Array(20)),
  publicKey: undefined,
  isRemasc: false,
  isLocalCall: true,
  isFreeBridgeTransaction: false,
}

/** The context of native contracts, which depend on blocks and state. */
export interface NativeContext {
  readonly network: Network
  readonly rules: Rules
  readonly state: State
  readonly chain: ChainReader
  readonly block: ExecutingBlock
  readonly transaction: ExecutingTransaction
  /** Called for each payment of a native contract; traces show it like a call. */
  noteTransfer?(from: Address, to: Address, amount: bigint): void
}

/** Appends to the logs of the calling frame. */
export type EmitLog = (log: Log) => void
