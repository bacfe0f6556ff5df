import { toHex } from '../../primitives/hex.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import { EndpointFault } from '../../upstream/answers/fields.ts'
import { UpstreamError } from '../../upstream/upstreamError.ts'
import type { HeaderTree } from '../chain/headerTree.ts'
import { brokenRule } from '../checking/requireChild.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { EndpointPool } from '../endpoints/endpointPool.ts'
import type { HeadChange } from '../lightHeaders.ts'
import { type HeaderRequests, headersAtOnce } from './headerRequests.ts'

/** The newest headers are taken from the endpoint that has the target: others may be on another branch. */
const newestHeaders = 64
/** Ranges under way at each endpoint. */
const rangesPerEndpoint = 2

export interface HeaderLinkingParts {
  readonly tree: HeaderTree
  readonly pool: EndpointPool
  readonly requests: HeaderRequests
  readonly onChange: (change: HeadChange) => void
  readonly onLinked: (number: number, last: number) => void
}

interface Fetched {
  readonly endpoint: Endpoint
  readonly headers: readonly BlockHeader[]
}

/** Adds a header; one that its parent refuses puts the endpoint aside. Throws an `UpstreamError`. */
export function addTo(tree: HeaderTree, header: BlockHeader, endpoint: Endpoint): void {
  endpoint.settle(() => {
    const rejection = tree.add(header)
    if (rejection === undefined) return
    const { number, hash } = header
    if (rejection === 'unlinked')
      throw new EndpointFault('reorganised', `gives block ${number} (${toHex(hash)}) of another branch`)
    throw brokenRule(header, rejection)
  })
}

/**
 * Links the headers from `first` up to a target of an endpoint. Ranges are fetched from all endpoints at once, and linked in
 * their order. Rejects with an `UpstreamError`, or with a `LightError` of the tree.
 */
export async function linkTo(
  target: BlockHeader,
  first: number,
  endpoint: Endpoint,
  parts: HeaderLinkingParts,
  signal: AbortSignal,
): Promise<void> {
  const { tree, onChange, onLinked } = parts
  const last = target.number
  const underWay: Promise<Fetched>[] = []
  let next = first
  const start = (): void => {
    const end = Math.min(last, next + headersAtOnce - 1)
    const fetched = fetchRange(next, end, last, endpoint, underWay.length, parts, signal)
    // Awaited in its turn.
    fetched.catch(() => {})
    underWay.push(fetched)
    next = end + 1
  }
  for (let at = first; at <= last; at += headersAtOnce) {
    while (next <= last && underWay.length < rangesPerEndpoint * Math.max(1, parts.pool.ready.length)) start()
    await addRange(await underWay.shift()!, endpoint, parts, signal)
    const change = tree.settle()
    if (change !== undefined) onChange(change)
    onLinked(Math.min(last, at + headersAtOnce - 1), last)
  }
}

/** A range of another endpoint that does not fit is fetched again from the one that has the target. */
async function addRange(
  { endpoint: asked, headers }: Fetched,
  endpoint: Endpoint,
  { tree, requests }: HeaderLinkingParts,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const header of headers) addTo(tree, header, asked)
  } catch (error) {
    if (!(error instanceof UpstreamError) || asked === endpoint) throw error
    const again = await requests.range(endpoint, headers[0]!.number, headers.at(-1)!.number, signal)
    for (const header of again) addTo(tree, header, endpoint)
  }
}

function fetchRange(
  first: number,
  end: number,
  last: number,
  endpoint: Endpoint,
  turn: number,
  { pool, requests }: HeaderLinkingParts,
  signal: AbortSignal,
): Promise<Fetched> {
  const from = async (asked: Endpoint): Promise<Fetched> => ({
    endpoint: asked,
    headers: await requests.range(asked, first, end, signal),
  })
  if (end > last - newestHeaders) return from(endpoint)
  const { ready } = pool
  return pool.tryEach(from, ready[turn % Math.max(1, ready.length)])
}
