import type { Block, Hex } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { now } from '../../../shared/time/now.ts'

export interface Syncing {
  readonly currentBlock: Hex
  readonly highestBlock: Hex
}

/** Facts that the node reports. A member is undefined when the node does not answer its method. */
export interface NodeFacts {
  readonly pool: { readonly pending: Hex; readonly queued: Hex } | undefined
  readonly hashRate: number | undefined
  readonly peers: Hex | undefined
  readonly syncing: Syncing | false | undefined
}

const askedEverySeconds = 10

/** Undefined before the first answer. */
export function useNodeFacts(head: Block | undefined): NodeFacts | undefined {
  const turn = Math.floor(now.value / 1000 / askedEverySeconds)
  return useLoaded(askNode, 'node', [head?.hash, turn]).value
}

async function askNode(): Promise<NodeFacts> {
  const [pool, hashRate, peers, syncing] = await Promise.all([
    call<{ pending: Hex; queued: Hex }>('txpool_status').catch(() => undefined),
    call<number>('eth_netHashrate').catch(() => undefined),
    call<Hex>('net_peerCount').catch(() => undefined),
    call<Syncing | false>('eth_syncing').catch(() => undefined),
  ])
  return { pool, hashRate, peers, syncing }
}
