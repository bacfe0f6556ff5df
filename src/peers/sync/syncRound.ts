import type { Chain } from '../../chain/chain.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { reasonOf } from '../../primitives/errors.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { BlockIdentifier } from '../messages/message.ts'
import { maximumHeaders, maximumSkeletonChunks } from '../messages/messageLimits.ts'
import type { Peer, RequestOptions } from '../session/peer.ts'
import { BodyDownload, type BodyDownloadParts } from './bodyDownload.ts'
import { type Section, SectionHeaders } from './sectionHeaders.ts'
import { offenceOf, RoundFailure } from './syncFailure.ts'
import type { SyncParts } from './syncParts.ts'

export interface RoundParts
  extends Pick<SyncParts, 'chain' | 'report' | 'refused' | 'now' | 'nowSeconds'>,
    Pick<BodyDownloadParts, 'speedOf' | 'importBlock' | 'prepare'> {
  readonly lead: Peer
  /** All ready peers; some of them may have the leader's blocks. */
  readonly others: () => Iterable<Peer>
  /** Whether the next stretch should be of another peer's chain. */
  readonly isOutrun: () => boolean
  readonly requestTimeoutMs: number
  /** An abort ends the round. The round itself aborts at its end, which cancels the remaining requests. */
  readonly controller: AbortController
}

/**
 * Headers are fetched while fewer bodies than this are missing: half a minute of ten peers that deliver 16 bodies per
 * second, in which a silent leader times out and another peer sends the headers.
 */
const maximumAhead = 4_800

/**
 * Follows the chain of one peer, the leader, from the newest block that we share with it, in stretches of up to twenty
 * sections. The headers of the next stretch are fetched while bodies of this one are missing, so that no peer idles in
 * between. Headers are verified before their bodies are fetched; bodies come from every peer whose chain contains the
 * same points. When the leader fails, the blocks with verified headers are still fetched.
 */
export class Round {
  readonly #parts: RoundParts
  readonly #options: Required<RequestOptions>
  readonly #download: BodyDownload
  readonly #headers: SectionHeaders
  /** Peers that were asked for their skeleton of this stretch, with their best height at that time. */
  readonly #considered = new Map<Peer, number>()
  #start = 0
  #sections: readonly Section[] = []
  /** What ended the headers. */
  #failure: unknown

  constructor(parts: RoundParts) {
    this.#parts = parts
    this.#options = { signal: parts.controller.signal, timeoutMs: parts.requestTimeoutMs }
    this.#download = new BodyDownload({ ...parts, ...this.#options, network: parts.chain.network })
    this.#headers = new SectionHeaders({ ...parts, options: this.#options })
  }

  async run(): Promise<void> {
    const { lead, chain, controller } = this.#parts
    const { bestNumber } = lead.status!
    const parent = await connectionPoint(lead, chain, bestNumber, this.#options)
    if (bestNumber <= parent.number) throw new RoundFailure('the peer has no new block', 'useless')
    this.#download.addSource(lead)
    try {
      await Promise.all([this.#fetchHeaders(parent), this.#download.run()])
    } finally {
      controller.abort()
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  /** A peer is new, or its chain has grown, so it may have blocks of this stretch. */
  consider(peer: Peer): void {
    const best = peer.status?.bestNumber ?? 0
    const end = this.#sections.at(-1)?.last.number ?? 0
    const wasAsked = Math.min(end, this.#considered.get(peer) ?? this.#start)
    if (peer === this.#parts.lead || Math.min(end, best) <= wasAsked) return
    this.#considered.set(peer, best)
    void this.#findCommon(peer)
  }

  async #fetchHeaders(point: BlockHeader): Promise<void> {
    const { lead, isOutrun } = this.#parts
    let parent = point
    try {
      do parent = await this.#fetchStretch(parent)
      while (lead.status!.bestNumber > parent.number && !isOutrun())
    } catch (error) {
      this.#failure = error
    }
    this.#download.complete()
  }

  /** Returns the last header of the stretch. */
  async #fetchStretch(start: BlockHeader): Promise<BlockHeader> {
    const { lead, others } = this.#parts
    const points = await requestSkeleton(lead, start.number, this.#options)
    this.#start = start.number
    this.#sections = points
      .filter(({ number }) => number > start.number)
      .map((last) => ({ last, sources: new Set([lead]) }))
    if (this.#sections.length === 0)
      throw new RoundFailure('the skeleton of the peer contains no new block', 'useless')
    this.#considered.clear()
    for (const peer of others()) this.consider(peer)
    let parent = start
    for (const section of this.#sections) {
      await this.#download.waitUntilBelow(maximumAhead)
      const headers = await this.#headers.fetch(section, parent)
      this.#download.add({ headers, sources: section.sources })
      parent = headers.at(-1)!.header
    }
    return parent
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
      const offence = offenceOf(error)
      if (offence !== undefined && !this.#parts.controller.signal.aborted)
        this.#parts.report(peer, offence, reasonOf(error))
    }
  }
}

const isSame = (a: BlockIdentifier, b: BlockIdentifier): boolean =>
  a.number === b.number && equalBytes(a.hash, b.hash)

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
