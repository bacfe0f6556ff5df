import type { SyncStatus } from '../../peers/sync/syncProgress.ts'
import type { LookupNode } from './lookupNode.ts'

/** What is missing before the best block of a public network is useful to clients. */
export type Lag =
  | { readonly kind: 'no-blocks' }
  /** The best block is older than the operator accepts. */
  | { readonly kind: 'old-head'; readonly ageSeconds: number }

interface LaggingNode extends Pick<LookupNode, 'local' | 'peers' | 'writer'> {
  readonly chain: Pick<LookupNode['chain'], 'head' | 'network'>
  /** Set for a light client. */
  readonly light?: object | undefined
}

/** Undefined for a network that has caught up, and for a local chain, whose blocks come when its user wants them. */
export function lagOf(
  node: Omit<LaggingNode, 'peers'>,
  maximumHeadAgeMs: number,
  nowMs: number,
): Lag | undefined {
  const { chain, writer } = node
  // A process that only reads, and a light client, know a local chain by its network.
  const knowsLocal = writer === undefined && node.light === undefined
  const isLocal = knowsLocal ? node.local !== undefined : chain.network.name === 'regtest'
  if (isLocal) return undefined
  const { number, header } = chain.head
  if (number === 0) return { kind: 'no-blocks' }
  const ageMs = nowMs - header.timestamp * 1000
  return ageMs > maximumHeadAgeMs ? { kind: 'old-head', ageSeconds: Math.floor(ageMs / 1000) } : undefined
}

/**
 * The progress of catching up; undefined when the chain is useful. A chain that lags behind and does not catch up, for
 * lack of peers, has the highest block that it knows of.
 */
export function syncStatusOf(
  node: LaggingNode,
  maximumHeadAgeMs: number,
  nowMs: number,
): SyncStatus | undefined {
  const { chain, writer } = node
  // The best block tells as much as is known without the writer.
  const peers = writer?.answers === false ? undefined : node.peers
  if (peers?.syncStatus !== undefined) return peers.syncStatus
  if (lagOf(node, maximumHeadAgeMs, nowMs) === undefined) return undefined
  const { number } = chain.head
  const highestBlock = Math.max(number, peers?.progress.highest ?? 0)
  return { startingBlock: number, currentBlock: number, highestBlock }
}
