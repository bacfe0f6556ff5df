import { toHex } from '../../primitives/hex.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { EndpointFault } from '../../upstream/answers/fields.ts'
import { type HeaderTree, undoesFinal } from '../chain/headerTree.ts'
import { requireChild } from '../checking/requireChild.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { type HeaderRequests, headersAtOnce } from './headerRequests.ts'

/** Headers that a chain may have beyond twice the compared ones; a longer one has less work a header than ours. */
const maximumExtra = 1_000

export interface BranchSearchParts {
  readonly network: Network
  readonly tree: HeaderTree
  readonly requests: HeaderRequests
}

/**
 * The number of the newest header below `target` that the endpoint's chain and ours have in common; undefined if they differ
 * from our newest final header on.
 */
export async function commonNumber(
  endpoint: Endpoint,
  target: BlockHeader,
  { tree, requests }: BranchSearchParts,
  signal: AbortSignal,
): Promise<number | undefined> {
  const floor = tree.floor.header.number
  let last = Math.min(tree.head.header.number, target.number - 1)
  for (let count = 1; last >= floor; count = Math.min(headersAtOnce, 2 * count)) {
    const first = Math.max(floor, last - count + 1)
    const headers = await requests.range(endpoint, first, last, signal)
    const common = headers.findLast((header) => tree.isCanonical(header))
    if (common !== undefined) return common.number
    last = first - 1
  }
  return undefined
}

/**
 * Compares the work of a chain that leaves ours below the newest final header. Throws a `LightError` if the other one is
 * heavier; otherwise the endpoint is put aside and an `UpstreamError` says so.
 */
export async function compareForeign(
  endpoint: Endpoint,
  target: BlockHeader,
  { network, tree, requests }: BranchSearchParts,
  signal: AbortSignal,
): Promise<never> {
  const { floor, head } = tree
  const first = floor.header.number
  const ownLength = head.header.number - first
  let work = 0n
  let before: BlockHeader | undefined
  const last = Math.min(target.number, first + 2 * ownLength + maximumExtra)
  for (let at = first; at <= last; at += headersAtOnce) {
    const headers = await requests.range(endpoint, at, Math.min(last, at + headersAtOnce - 1), signal)
    endpoint.settle(() => {
      // Otherwise an endpoint could show headers of little work first, and then our own chain as one that undoes it.
      if (at === first && tree.isCanonical(headers[0]!))
        throw new EndpointFault('reorganised', `gives block ${first} of two branches`)
      for (const header of headers) {
        if (before !== undefined) requireChild(header, before, network)
        if (header.number > first) work += header.difficulty
        before = header
      }
    })
  }
  if (work > head.totalDifficulty - floor.totalDifficulty)
    throw undoesFinal(head.header, before ?? target, first)
  return endpoint.settle(() => {
    const ours = toHex(floor.header.hash)
    throw new EndpointFault(
      'wrong-network',
      `follows another chain, without block ${first} (${ours}) and with less work`,
    )
  })
}
