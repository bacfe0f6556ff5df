import type { Reorganisation } from '../chain/importing/events.ts'
import type { StoredBlock } from '../chain/storage/storedBlock.ts'
import type { ProviderRpcError } from '../node/providerRpcError.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'

/** The argument of an EIP-1193 `request`. */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | object
}

/** A notification of `eth_subscribe` in the form of EIP-1193. */
export interface ProviderMessage {
  readonly type: 'eth_subscription'
  readonly data: { readonly subscription: string; readonly result: unknown }
}

/** The events of a node. The first three are defined by EIP-1193; `chainChanged` never occurs. */
export interface NodeEvents {
  connect: [{ readonly chainId: string }]
  disconnect: [ProviderRpcError]
  message: [ProviderMessage]
  /** A block joined the canonical chain. */
  block: [StoredBlock]
  /** Blocks left the canonical chain: another branch became the best, or a snapshot was restored. */
  reorg: [Reorganisation]
  /** Transactions became ready to be mined. */
  pending: [readonly Transaction[]]
}
