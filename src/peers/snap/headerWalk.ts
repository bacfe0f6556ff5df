import { headerRejection } from '../../chain/importing/blockRules.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { Slice } from '../../primitives/work/turns.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { BlockIdentifier } from '../messages/message.ts'
import { maximumHeaders } from '../messages/messageLimits.ts'
import type { Peer } from '../session/peer.ts'
import { decodeHeaders } from '../sync/headerChunk.ts'
import { type HeaderRange, HeadersAhead } from './headersAhead.ts'
import { SnapshotFailure } from './snapshotProgress.ts'
import type { DownloadParts } from './sources.ts'

export interface HeaderWalkParts extends Pick<DownloadParts, 'journal' | 'sources' | 'signal'> {
  readonly network: Network
  readonly genesis: BlockHeader
  /** A block that the operator vouches for; headers below it are not fetched. */
  readonly trusted: BlockIdentifier | undefined
  readonly nowSeconds: () => number
}

/** Consecutive headers, newest first. The first one is the lowest header known before. */
interface Received {
  readonly peer: Peer
  readonly headers: readonly BlockHeader[]
}

/** After this many answers with an invalid header the snapshot counts as false. */
const maximumRefutations = 3

/**
 * Verifies the chain below a snapshot: the headers from its block back to the genesis block, each with its work and as
 * the parent of the next. Only one chain has most of the miners' work, so they agree on the state root in the
 * snapshot's block. Headers are not stored.
 */
export class HeaderWalk {
  readonly #parts: HeaderWalkParts
  readonly #ahead: HeadersAhead
  /** The lowest header received; its parent is next. Undefined at the start. */
  #lowest: BlockHeader | undefined
  #refutations = 0

  constructor(parts: HeaderWalkParts) {
    this.#parts = parts
    const { sources, signal, trusted } = parts
    this.#ahead = new HeadersAhead({
      sources,
      signal,
      isSuitable: this.#hasHeaders,
      lowest: trusted?.number ?? 1,
    })
  }

  async run(): Promise<void> {
    const { journal, sources, signal } = this.#parts
    while (!journal.record!.isVerified) {
      signal.throwIfAborted()
      const { number } = journal.record!.header
      this.#ahead.fill(number)
      const received =
        (await this.#joined(number)) ??
        (await this.#fetch(await sources.next(this.#hasHeaders, this.#hasHeaders, 'has the headers', signal)))
      if (received === undefined) continue
      const { peer, headers } = received
      const problem = await this.#verify(headers)
      if (problem !== undefined) this.#refuse(peer, problem)
    }
  }

  /** The lowest header and the prefetched range below it. Undefined when there is no such range. */
  async #joined(number: number): Promise<Received | undefined> {
    const lowest = this.#lowest
    const isAtPoint = (number - 1) % maximumHeaders === 0
    if (lowest?.number !== number || !isAtPoint || number <= 1) return undefined
    const range = await this.#ahead.range(number - 1)
    if (range === undefined) return undefined
    const isJoined = equalBytes(range.hash, lowest.parentHash)
    const headers = isJoined ? await this.#decoded(range, Math.min(maximumHeaders, number - 1)) : undefined
    if (!isJoined) this.#parts.sources.offended(range.peer, 'invalid-message', 'sent a false skeleton')
    if (headers === undefined) this.#ahead.refuse(range)
    return headers && { peer: range.peer, headers: [lowest, ...headers] }
  }

  readonly #hasHeaders = ({ status }: Peer): boolean =>
    (status?.bestNumber ?? 0) >= this.#parts.journal.record!.header.number

  /** Fetches the lowest header again and those below it, down to the next point of a skeleton or block 1. */
  async #fetch(peer: Peer): Promise<Received | undefined> {
    const { sources, journal, signal } = this.#parts
    const { hash, number } = journal.record!.header
    const toPoint = ((number - 1) % maximumHeaders) + 1
    const isShort = this.#ahead.isUseful(number) && toPoint > 1
    const count = isShort ? toPoint : Math.min(maximumHeaders, number)
    const response = await sources.ask(peer, { kind: 'headers-request', hash, count }, signal)
    const headers = response && (await this.#decoded({ peer, hash, headers: response.headers }, count))
    return headers && { peer, headers }
  }

  /** Undefined when the first header is not the requested one, or the number of headers is wrong. */
  async #decoded(
    { peer, hash, headers: encoded }: Pick<HeaderRange, 'peer' | 'hash' | 'headers'>,
    count: number,
  ): Promise<BlockHeader[] | undefined> {
    const { sources, network } = this.#parts
    try {
      const headers = (await decodeHeaders(encoded, network)).map(({ header }) => header)
      if (headers.length === count && equalBytes(headers[0]!.hash, hash)) return headers
      sources.offended(peer, 'invalid-message', 'sent headers that were not requested')
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      sources.offended(peer, 'invalid-message', error.message)
    }
    return undefined
  }

  /** Stores the progress up to the first invalid header, and returns the problem of that header. */
  async #verify(headers: readonly BlockHeader[]): Promise<string | undefined> {
    const { journal, network, genesis, trusted, nowSeconds } = this.#parts
    let { minimumWork, maximumWork } = journal.record!
    let problem: string | undefined
    let isVerified = false
    let lowest = headers[0]!
    const slice = new Slice()
    for (const [index, header] of headers.entries()) {
      if (slice.isOver) await slice.pause()
      isVerified = this.#isTrusted(header)
      const parent = headers[index + 1] ?? (header.number === 1 ? genesis : undefined)
      if (isVerified || parent === undefined) break
      problem = linkProblem(header, parent) ?? rejection(header, parent, network, nowSeconds())
      if (problem !== undefined) break
      minimumWork += header.difficulty
      maximumWork += header.difficulty * BigInt(1 + 2 * header.uncleCount)
      isVerified = parent === genesis
      if (!isVerified) lowest = parent
    }
    if (isVerified && trusted === undefined) this.#checkWork(minimumWork, maximumWork)
    const header = { hash: lowest.hash, number: lowest.number }
    this.#lowest = lowest
    journal.note({ header, minimumWork, maximumWork, isVerified })
    return problem
  }

  #isTrusted({ number, hash }: BlockHeader): boolean {
    const { trusted } = this.#parts
    if (trusted === undefined || number !== trusted.number) return false
    if (equalBytes(hash, trusted.hash)) return true
    throw new SnapshotFailure('the chain of the snapshot lacks the trusted block', true)
  }

  /** Chains are compared by the total difficulty, so a false one would keep this node from following others. */
  #checkWork(minimumWork: bigint, maximumWork: bigint): void {
    const { journal, genesis } = this.#parts
    const claimed = journal.record!.target.totalDifficulty - genesis.difficulty
    if (claimed < minimumWork || claimed > maximumWork) {
      throw new SnapshotFailure('the total difficulty of the snapshot is not that of its headers', true)
    }
  }

  /** The hash of a block does not cover its proof of work, so a single answer does not refute the snapshot. */
  #refuse(peer: Peer, problem: string): void {
    this.#lowest = undefined
    this.#parts.sources.offended(peer, 'invalid-header', problem)
    if (++this.#refutations >= maximumRefutations) throw new SnapshotFailure(problem, true)
  }
}

const linkProblem = ({ parentHash, number }: BlockHeader, parent: BlockHeader): string | undefined =>
  equalBytes(parentHash, parent.hash) ? undefined : `header ${number} does not link to the one below it`

function rejection(
  header: BlockHeader,
  parent: BlockHeader,
  network: Network,
  nowSeconds: number,
): string | undefined {
  const found = headerRejection(header, parent, network, nowSeconds)
  return found && `header ${header.number}: ${found.reason}: ${found.detail}`
}
