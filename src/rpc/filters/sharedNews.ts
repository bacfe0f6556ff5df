import type { Json } from '../json/json.ts'
import type { RpcNode } from '../node/rpcNode.ts'
import type { Filter } from './filter.ts'
import type { OwnedFilter } from './filterStore.ts'
import { newBlockHashes, newLogs, removedLogs } from './news.ts'
import { extendedTrail, type TrailProgress, trailProgress } from './trail.ts'

type BlockFilter = Exclude<Filter, { kind: 'pending' }>

/**
 * New blocks of one poll. A filter lives for minutes without a poll, in which a public network has a dozen blocks; a chain
 * that makes more is delivered in several polls.
 */
const blocksPerPoll = 200

/** What has happened since the last poll of a filter, on this node or another; `next` is the same when there is no news. */
export function sharedNews(
  owned: OwnedFilter & { readonly filter: BlockFilter },
  node: RpcNode,
): { readonly news: Json[]; readonly next: OwnedFilter } {
  const { filter, trail = [] } = owned
  const progress = trailProgress(filter.cursor, trail, node.chain, blocksPerPoll)
  if (progress === undefined || isStill(progress)) return { news: [], next: owned }
  const { unknown, kept, cursor } = progress
  if (filter.kind === 'blocks') {
    const next = {
      ...owned,
      filter: { ...filter, cursor },
      trail: extendedTrail(kept, progress, node.chain, []),
    }
    return { news: newBlockHashes(progress, node.chain), next }
  }
  const { criterion } = filter
  const undone = unknown.flatMap(({ logs }) => logs.map((log) => ({ ...log, removed: true })))
  const logs = newLogs(criterion, progress, node)
  return {
    news: [...undone, ...removedLogs(criterion, progress, node), ...logs],
    next: { ...owned, filter: { ...filter, cursor }, trail: extendedTrail(kept, progress, node.chain, logs) },
  }
}

const isStill = ({ unknown, abandoned, after, upTo }: TrailProgress): boolean =>
  unknown.length === 0 && abandoned.length === 0 && after >= upTo
