import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { EndpointFault } from '../../upstream/answers/fields.ts'
import type { Anchor } from '../anchor/anchor.ts'
import { requireChild, requireLink } from '../checking/requireChild.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { type HeaderRequests, headersAtOnce } from './headerRequests.ts'

/** Headers of a window; with more, the demanded work is too much for this way. */
const maximumHeaders = 20_000
/** Bounds of the mean time between blocks above the anchor, in seconds; it is 25 to 35. */
const [minimumMean, maximumMean] = [10, 90]
/** Blocks by which a height may leave these bounds, as it does shortly after the anchor. */
const toleratedBlocks = 240

export interface WindowDemand {
  readonly network: Network
  readonly anchor: Anchor
  /** Hashes that the headers of the window took together, at least. */
  readonly work: bigint
}

/** Headers of a window have at least half of the anchor's difficulty. */
export const minimumDifficultyAbove = ({ difficulty }: Anchor): bigint => difficulty / 2n

/**
 * The newest headers of an endpoint that have the demanded work together, from the lowest to its head. An endpoint whose
 * headers cannot follow the anchor is put aside. Rejects with an `UpstreamError`.
 */
export async function backedWindow(
  head: BlockHeader,
  endpoint: Endpoint,
  requests: HeaderRequests,
  demand: WindowDemand,
  signal: AbortSignal,
): Promise<readonly BlockHeader[]> {
  endpoint.settle(() => requirePlausible(head, demand))
  let window: readonly BlockHeader[] = [head]
  let work = head.difficulty
  while (work < demand.work && window.length < maximumHeaders) {
    const last = window[0]!.number - 1
    const first = Math.max(demand.anchor.number + 1, last - headersAtOnce + 1)
    if (first > last) break
    const before = await requests.range(endpoint, first, last, signal)
    endpoint.settle(() => requireLink(window[0]!, before.at(-1)!))
    window = [...before, ...window]
    for (const { difficulty } of before) work += difficulty
  }
  endpoint.settle(() => {
    if (work < demand.work)
      throw new EndpointFault(
        'unproven',
        `has ${window.length} headers above the checkpoint, with too little work`,
      )
    for (const [index, header] of window.entries()) requireRules(header, window[index - 1], demand)
  })
  return window
}

function requirePlausible({ number, timestamp }: BlockHeader, { anchor }: WindowDemand): void {
  const blocks = number - anchor.number
  const seconds = timestamp - anchor.timestamp
  if (blocks <= 0) throw new EndpointFault('unproven', `has no block above the checkpoint ${anchor.number}`)
  if (blocks + toleratedBlocks >= seconds / maximumMean && blocks - toleratedBlocks <= seconds / minimumMean)
    return
  throw new EndpointFault(
    'unproven',
    `gives block ${number}, which is not plausible ${seconds} seconds after the checkpoint ${anchor.number}`,
  )
}

function requireRules(
  header: BlockHeader,
  parent: BlockHeader | undefined,
  { network, anchor }: WindowDemand,
): void {
  if (header.difficulty < minimumDifficultyAbove(anchor))
    throw new EndpointFault(
      'unproven',
      `gives block ${header.number} with less than half of the checkpoint's difficulty`,
    )
  if (parent !== undefined) requireChild(header, parent, network)
}
