import { filterMethods } from '../../service/filters/filterMethods.ts'

/*
 * Where the calls of a method go. A method that is not named here reads the chain, and any node that is high enough
 * answers it. docs/fleet.md has the same table for operators.
 */

export type MethodClass =
  /** Any node that is high enough; repeated elsewhere when a node fails. */
  | 'read'
  /** The gateway answers itself, from what its nodes tell. */
  | 'subscription'
  /** The node that has the filter; any node when nodes share filters. */
  | 'filter'
  /** Several nodes, and the first that accepts it answers. */
  | 'submission'
  /** What one node tells about itself: the first useful one of the list, so that answers agree with each other. */
  | 'home-read'
  /** What changes one node, or uses the keys of one: the first node of the list, never repeated. */
  | 'home'

const classes: Readonly<Record<Exclude<MethodClass, 'read'>, readonly string[]>> = {
  subscription: ['eth_subscribe', 'eth_unsubscribe'],
  filter: filterMethods,
  submission: ['eth_sendRawTransaction', 'eth_sendRawTransactionSync'],
  'home-read': [
    'txpool',
    'sco',
    'eth_pendingTransactions',
    'eth_mining',
    'eth_hashrate',
    'eth_coinbase',
    'net_listening',
    'net_peerCount',
    'net_peerList',
    'debug_accountTransactionQuota',
    'debug_wireProtocolQueueSize',
  ],
  home: [
    'personal',
    'evm',
    'mnr',
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendTransaction',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v4',
    'eth_getWork',
    'eth_submitWork',
    'eth_submitHashrate',
    'sco_banAddress',
    'sco_unbanAddress',
    'sco_clearPeerScoring',
  ],
}

const byName: ReadonlyMap<string, MethodClass> = new Map(
  Object.entries(classes).flatMap(([name, names]) =>
    names.map((listed): [string, MethodClass] => [listed, name as MethodClass]),
  ),
)

/** A method is named by itself, or by its module. */
export const classOf = (method: string): MethodClass =>
  byName.get(method) ?? byName.get(method.slice(0, method.indexOf('_'))) ?? 'read'
