import type { Chain } from '../../chain/chain.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { reasonOf } from '../../primitives/errors.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { BlockIdentifier } from '../messages/message.ts'
import { maximumHeaders, maximumSkeletonChunks } from '../messages/messageLimits.ts'
import { type Peer, PeerSilent, type RequestOptions } from '../session/peer.ts'
import { BodyDownload, type BodyDownloadParts } from './bodyDownload.ts'
import { requestHeaders } from './headerChunk.ts'
import { RoundFailure } from './syncFailure.ts'
import type { SyncParts } from './syncParts.ts'

export interface RoundParts
  extends Pick<SyncParts, 'chain' | 'report' | 'refused' | 'now' | 'nowSeconds'>,
    Pick<BodyDownloadParts, 'speedOf' | 'importBlock' | 'prepare'> {
  readonly lead: Peer
  /** All ready peers; some of them may have the leader's blocks. */
  readonly others: () => Iterable<Peer>
  readonly requestTimeoutMs: number
  /** An abort ends the round. The round itself aborts at its end, which cancels the remaining requests. */
  readonly controller: AbortController
}

/** Headers up to a point of the leader's chain. A peer whose chain contains the point has all of them. */
interface Section {
  readonly last: BlockIdentifier
  readonly sources: Set<Peer>
}

/**
 * Follows the chain of one peer, the leader, from the newest block that we share with it, for up to twenty sections.
 * Headers come from the leader only and are verified before their bodies are fetched; bodies come from every peer
 * whose chain contains the same points.
 */
export class Round {
  readonly #parts: RoundParts
  readonly #options: Required<RequestOptions>
  readonly #download: BodyDownload
  /** Peers that were asked for their skeleton, with their best height at that time. */
  readonly #considered = new Map<Peer, number>()
  #start = 0
  #sections: readonly Section[] = []

  constructor(parts: RoundParts) {
    this.#parts = parts
    this.#options = { signal: parts.controller.signal, timeoutMs: parts.requestTimeoutMs }
    this.#download = new BodyDownload({ ...parts, ...this.#options, network: parts.chain.network })
  }

  async run(): Promise<void> {
    const { lead, others, chain, controller } = this.#parts
    const { bestNumber } = lead.status!
    const parent = await connectionPoint(lead, chain, bestNumber, this.#options)
    if (bestNumber <= parent.number) throw new RoundFailure('the peer has no new block', 'useless')
    const points = await requestSkeleton(lead, parent.number, this.#options)
    this.#start = parent.number
    this.#sections = points
      .filter(({ number }) => number > parent.number)
      .map((last) => ({ last, sources: new Set([lead]) }))
    if (this.#sections.length === 0)
      throw new RoundFailure('the skeleton of the peer contains no new block', 'useless')
    this.#download.addSource(lead)
    for (const peer of others()) this.consider(peer)
    try {
      await Promise.all([this.#fetchHeaders(parent), this.#download.run()])
    } finally {
      controller.abort()
    }
  }

  /** A peer is new, or its chain has grown, so it may have blocks of this round. */
  consider(peer: Peer): void {
    const best = peer.status?.bestNumber ?? 0
    const end = this.#sections.at(-1)?.last.number ?? 0
    const wasAsked = Math.min(end, this.#considered.get(peer) ?? this.#start)
    if (peer === this.#parts.lead || Math.min(end, best) <= wasAsked) return
    this.#considered.set(peer, best)
    void this.#findCommon(peer)
  }

  async #fetchHeaders(point: BlockHeader): Promise<void> {
    let parent = point
    for (const { last, sources } of this.#sections) {
      const headers = await requestHeaders(this.#parts, parent, last, this.#options)
      this.#download.add({ headers, sources })
      parent = headers.at(-1)!.header
    }
    this.#download.complete()
  }

  /** Finds the sections that a peer has, because a peer does not answer a request for a block that it lacks. */
  async #findCommon(peer: Peer): Promise<void> {
    try {
      const points = await requestSkeleton(peer, this.#start, this.#options)
      for (const { last, sources } of this.#sections) {
        if (points.some((point) => isSame(point, last))) sources.add(peer)
      }
      this.#download.addSource(peer)
    } catch (error) {
      const offence = error instanceof PeerSilent ? 'timeout' : offenceOf(error)
      if (offence !== undefined && !this.#parts.controller.signal.aborted)
        this.#parts.report(peer, offence, reasonOf(error))
    }
  }
}

const isSame = (a: BlockIdentifier, b: BlockIdentifier): boolean =>
  a.number === b.number && equalBytes(a.hash, b.hash)

const offenceOf = (error: unknown): RoundFailure['offence'] =>
  error instanceof RoundFailure ? error.offence : undefined

/**
 * The newest block of a peer's chain, up to our best height, that we have on any branch. This is usually our best
 * block, so the search starts there, goes back in doubling steps, and then bisects. The genesis block needs no request:
 * peers share it, and the reference node does not answer for height 0.
 */
export async function connectionPoint(
  peer: Peer,
  chain: Chain,
  peerBest: number,
  options: RequestOptions,
): Promise<BlockHeader> {
  let known = chain.select('earliest')!.header
  const start = Math.min(chain.head.number, peerBest)
  let unknown = start + 1

  const ask = async (height: number): Promise<void> => {
    const { hash } = await peer.request({ kind: 'block-hash-request', height }, options)
    const header = knownHeader(chain, hash, height)
    if (header === undefined) unknown = height
    else known = header
  }

  for (let height = start, step = 1; height > known.number; height -= step, step *= 2) await ask(height)
  while (unknown - known.number > 1) await ask((known.number + unknown) >> 1)
  return known
}

/** A peer may answer with the hash of a block at another height. */
function knownHeader(chain: Chain, hash: Hash, height: number): BlockHeader | undefined {
  const header = chain.block(hash)?.header
  return header?.number === height ? header : undefined
}

const maximumPoints = maximumSkeletonChunks + 1

/** Points of a peer's chain around and above a block, lowest first. Throws a `RoundFailure` for invalid points. */
async function requestSkeleton(
  peer: Peer,
  start: number,
  options: RequestOptions,
): Promise<readonly BlockIdentifier[]> {
  const { points } = await peer.request({ kind: 'skeleton-request', start }, options)
  const problem = skeletonProblem(points, start)
  if (problem !== undefined) throw new RoundFailure(`the skeleton ${problem}`, 'invalid-message')
  return points
}

function skeletonProblem(points: readonly BlockIdentifier[], start: number): string | undefined {
  const first = points[0]?.number ?? 0
  if (first > start) return `begins at ${first}, above ${start}`
  if (points.length > maximumPoints) return `has ${points.length} points`
  for (let i = 1; i < points.length; i++) {
    const distance = points[i]!.number - points[i - 1]!.number
    if (distance <= 0 || distance > maximumHeaders)
      return `goes ${distance} blocks from point ${i - 1} to the next`
  }
  return undefined
}
