import type { Chain } from '../../chain/chain.ts'
import type { PendingView } from '../../mining/pendingBlock.ts'
import type { CallLog } from '../../node/local/callLog/callLog.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Traces } from '../../tracing/run/traces.ts'
import type { Wallet } from '../../wallet/wallet.ts'

/** The part of a node that every thread can offer: what is stored, and the pending block. */
export interface ReadNode {
  readonly network: Network
  readonly chain: Chain
  pending(): PendingView
  readonly traces: Pick<Traces, 'trace' | 'readCalls' | 'readChanges'>
  /** Undefined when call logging is off. */
  readonly callLog?: Pick<CallLog, 'called' | 'estimated' | 'explainCall' | 'explainMined'> | undefined
  /** The accounts whose keys this thread has. */
  readonly wallet?: Pick<Wallet, 'publicKeyOf'> | undefined
}
