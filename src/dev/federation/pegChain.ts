import type { Log } from '../../evm/log.ts'
import type { NativeContext } from '../../native/nativeContext.ts'
import type { Address, Hash } from '../../primitives/bytes.ts'

/** A transaction that a member of the federation, a voter or a user sends. */
export interface PegTransaction {
  /** The private key of the sender. */
  readonly key: Uint8Array
  /** Null creates a contract. */
  readonly to: Address | null
  readonly data: Uint8Array
  readonly value?: bigint
}

/** A log of the Bridge and where it was emitted. */
export interface BridgeLog {
  readonly log: Log
  readonly blockNumber: number
  readonly transactionHash: Hash
}

/** What the peg needs of the local chain. */
export interface PegChain {
  /** The number of the best block. */
  readonly height: number
  /** Whether each transaction is mined at once. */
  readonly isAutomining: boolean
  /** The context of a call of the Bridge in the next block, over a copy of the state. */
  nextCall(): NativeContext
  /** Signs a transaction and adds it to the pool. Throws `PegRefusal` if the pool refuses it. */
  send(transaction: PegTransaction): Hash
  /** Whether the transaction is in the pool. */
  isWaiting(hash: Hash): boolean
  /** Whether a block of the best chain holds the transaction. */
  isMined(hash: Hash): boolean
  /** The Bridge's logs of the last blocks with one of the topics, oldest first. */
  bridgeLogs(topics: readonly Hash[]): readonly BridgeLog[]
  /** Mines a block. */
  mine(): void
  /** Ensures that the account exists and can pay for transactions. */
  fund(account: Address): void
  /** Calls the listener after the best chain has changed; returns a function that removes it. */
  onChange(listener: () => void): () => void
}

/** A transaction to the Bridge that the federation should send now. */
export interface FederationAction {
  /** Identifies the action, so that one without effect is not repeated forever. */
  readonly name: string
  /** The private key of the account that sends it. */
  readonly key: Uint8Array
  readonly data: Uint8Array
}

/** A request about the peg that cannot be met, with the reason. */
export class PegRefusal extends Error {
  override readonly name = 'PegRefusal'
}
