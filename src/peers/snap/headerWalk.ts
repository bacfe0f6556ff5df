import { setImmediate as nextTurn } from 'node:timers/promises'
import { headerRejection } from '../../chain/importing/headerRules.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { decodeCompressedHeader } from '../messages/compressedHeader.ts'
import { maximumHeaders } from '../messages/limits.ts'
import type { BlockIdentifier } from '../messages/message.ts'
import { ownBytes } from '../messages/ownBytes.ts'
import type { Peer } from '../session/peer.ts'
import { Signal } from '../sync/signal.ts'
import { SnapshotFailure } from './snapshotFailure.ts'
import type { SnapshotJournal } from './snapshotJournal.ts'
import type { Sources } from './sources.ts'

export interface HeaderWalkParts {
  readonly network: Network
  readonly genesis: BlockHeader
  /** A block that the operator vouches for; headers below it are not fetched. */
  readonly trusted: BlockIdentifier | undefined
  readonly journal: SnapshotJournal
  readonly sources: Sources
  readonly nowSeconds: () => number
  readonly signal: AbortSignal
}

/** Headers whose proofs of work are checked before other work gets its turn. */
const headersPerTurn = 24
/** Interval of looking for a peer that can be asked. */
const lookMs = 200
/** Answers with an invalid header, after which the snapshot is taken to be false. */
const mostRefutations = 3

/**
 * Verifies the chain below a snapshot: the headers from its block back to the genesis block, each with its work and as
 * the parent of the next. Only one chain has most of the work of all miners, so the state root in the block of the
 * snapshot is the one that they agreed upon. Headers are not stored.
 */
export class HeaderWalk {
  readonly #parts: HeaderWalkParts
  readonly #pause = new Signal()
  #refutations = 0

  constructor(parts: HeaderWalkParts) {
    this.#parts = parts
    parts.signal.addEventListener('abort', () => this.#pause.set(), { once: true })
  }

  async run(): Promise<void> {
    const { journal, signal } = this.#parts
    while (!journal.record!.isVerified) {
      signal.throwIfAborted()
      const peer = await this.#source()
      const headers = await this.#fetch(peer)
      if (headers === undefined) continue
      const problem = await this.#verify(headers)
      if (problem !== undefined) this.#refuse(peer, problem)
    }
  }

  async #source(): Promise<Peer> {
    const { sources, journal, signal } = this.#parts
    const { number } = journal.record!.header
    const hasHeaders = ({ status }: Peer): boolean => (status?.bestNumber ?? 0) >= number
    for (;;) {
      const peer = sources.pick(hasHeaders)
      if (peer !== undefined) return peer
      if (!sources.has(hasHeaders)) throw new SnapshotFailure('no connected peer has the headers')
      await this.#pause.wait(lookMs)
      signal.throwIfAborted()
    }
  }

  /** The lowest verified header again, and those below it, without the genesis block. */
  async #fetch(peer: Peer): Promise<BlockHeader[] | undefined> {
    const { sources, journal, network, signal } = this.#parts
    const { hash, number } = journal.record!.header
    const count = Math.min(maximumHeaders, number)
    const response = await sources.ask(peer, { kind: 'headers-request', hash, count }, signal)
    if (response === undefined) return undefined
    try {
      const headers = response.headers.map((bytes) => decodeCompressedHeader(ownBytes(bytes), network).header)
      if (headers.length === count && equalBytes(headers[0]!.hash, hash)) return headers
      sources.offended(peer, 'invalid-message', `sent other headers than those from ${number} down`)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      sources.offended(peer, 'invalid-message', error.message)
    }
    return undefined
  }

  /** Notes how far the headers are valid; returns what is wrong with the rest. */
  async #verify(headers: readonly BlockHeader[]): Promise<string | undefined> {
    const { journal, network, genesis, trusted, nowSeconds } = this.#parts
    let { leastWork, mostWork } = journal.record!
    let problem: string | undefined
    let isVerified = false
    let lowest = headers[0]!
    for (const [index, header] of headers.entries()) {
      if (index % headersPerTurn === headersPerTurn - 1) await nextTurn()
      isVerified = this.#isTrusted(header)
      const parent = headers[index + 1] ?? (header.number === 1 ? genesis : undefined)
      if (isVerified || parent === undefined) break
      problem = linkProblem(header, parent) ?? rejection(header, parent, network, nowSeconds())
      if (problem !== undefined) break
      leastWork += header.difficulty
      mostWork += header.difficulty * BigInt(1 + 2 * header.uncleCount)
      isVerified = parent === genesis
      if (!isVerified) lowest = parent
    }
    if (isVerified && trusted === undefined) this.#checkWork(leastWork, mostWork)
    const header = { hash: lowest.hash, number: lowest.number }
    journal.note({ header, leastWork, mostWork, isVerified })
    return problem
  }

  #isTrusted({ number, hash }: BlockHeader): boolean {
    const { trusted } = this.#parts
    if (trusted === undefined || number !== trusted.number) return false
    if (equalBytes(hash, trusted.hash)) return true
    throw new SnapshotFailure('the chain of the snapshot lacks the trusted block', true)
  }

  /** Chains are compared by the total difficulty, so a false one would keep this node from following others. */
  #checkWork(leastWork: bigint, mostWork: bigint): void {
    const { journal, genesis } = this.#parts
    const claimed = journal.record!.target.totalDifficulty - genesis.difficulty
    if (claimed < leastWork || claimed > mostWork) {
      throw new SnapshotFailure('the total difficulty of the snapshot is not that of its headers', true)
    }
  }

  /** The hash of a block does not cover its proof of work, so a single answer does not refute the snapshot. */
  #refuse(peer: Peer, problem: string): void {
    this.#parts.sources.offended(peer, 'invalid-header', problem)
    if (++this.#refutations >= mostRefutations) throw new SnapshotFailure(problem, true)
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
