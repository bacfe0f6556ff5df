import { nodesInto } from '../../chain/storage/trieNodes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { completeInTurns, ownTurn } from '../../primitives/work/turns.ts'
import { chunkBytes } from '../../trie/chunk.ts'
import { InvalidChunk, type ProvenChunk, proveChunk } from '../../trie/chunkProof.ts'
import { ownBytes } from '../messages/message.ts'
import { decodeStateChunk } from '../messages/stateChunk.ts'
import type { Peer } from '../session/peer.ts'
import { Signal } from '../sync/signal.ts'
import { SnapshotFailure } from './snapshotProgress.ts'
import type { DownloadParts } from './sources.ts'

export interface StateDownloadParts extends DownloadParts {
  /** Called with the encoded size of each chunk. */
  readonly onChunk: (bytes: number) => void
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
}

/** Maximum number of chunks fetched from the first missing one on; a killed node fetches up to as many again. */
const window = 64
/**
 * Proven chunks are written together from this size on: about four, which block the event loop for some milliseconds.
 */
const maximumUnwrittenBytes = 80 << 10
/** A chunk is requested from another server too after this time. */
const overdueMs = 2_000
/** Maximum number of servers that are asked for one chunk at the same time. */
const maximumAsked = 3
/** Interval of checking for overdue chunks and for servers that can take a request. */
const checkIntervalMs = 200

/** A requested chunk. */
interface Awaited {
  /** The time of the last request. */
  askedAt: number
  readonly peers: Set<Peer>
}

interface Unwritten {
  readonly index: number
  readonly proven: ProvenChunk
  readonly bytes: number
}

/**
 * Fetches the nodes of a state in chunks, from all its servers at once. Each chunk contains the proof of its nodes, so
 * it is written in order of arrival, and memory has only the chunks that are not written yet.
 */
export class StateDownload {
  readonly #parts: StateDownloadParts
  readonly #news = new Signal()
  readonly #awaited = new Map<number, Awaited>()
  /** Proven chunks above the first missing one. */
  readonly #proven = new Set<number>()
  readonly #written = new Set<number>()
  #unwritten: Unwritten[] = []
  #unwrittenBytes = 0
  #next: number
  #requests = 0
  #internalError: unknown
  #lastProof: Promise<unknown> = Promise.resolve()

  constructor(parts: StateDownloadParts) {
    this.#parts = parts
    this.#next = parts.journal.record!.chunks
    parts.signal.addEventListener('abort', () => this.#news.set(), { once: true })
  }

  /** Resolves when the whole state is stored. */
  async run(): Promise<void> {
    const { signal, sources, mayServe } = this.#parts
    while (!this.#isComplete) {
      signal.throwIfAborted()
      if (this.#internalError !== undefined) throw this.#internalError
      this.#askAll()
      if (this.#isWhole || this.#requests === 0) this.#write()
      if (this.#isComplete) return
      if (this.#requests === 0 && !sources.has(mayServe)) {
        throw new SnapshotFailure('no connected peer serves the state')
      }
      await this.#news.wait(checkIntervalMs)
    }
  }

  get #isComplete(): boolean {
    const { stateBytes, chunks } = this.#parts.journal.record!
    return stateBytes > 0 && chunks * chunkBytes > stateBytes
  }

  /** Whether all chunks are proven, even if requests are pending. */
  get #isWhole(): boolean {
    const { stateBytes } = this.#parts.journal.record!
    return stateBytes > 0 && this.#next + this.#proven.size > stateBytes / chunkBytes
  }

  /** Until the first chunk has proven the size of the state, no other is known to exist. */
  get #end(): number {
    const { stateBytes, chunks } = this.#parts.journal.record!
    if (stateBytes === 0) return chunks + 1
    return Math.min(chunks + window, Math.floor(stateBytes / chunkBytes) + 1)
  }

  /** Requests missing chunks first, then overdue ones. */
  #askAll(): void {
    for (let index = this.#next; index < this.#end; index++) {
      if (!this.#isOpen(index)) continue
      if (!this.#askAny(index)) return
    }
    const overdue = this.#parts.now() - overdueMs
    for (const [index, { askedAt, peers }] of this.#awaited) {
      if (askedAt < overdue && peers.size < maximumAsked && !this.#proven.has(index)) this.#askAny(index)
    }
  }

  #isOpen(index: number): boolean {
    return !this.#proven.has(index) && !this.#awaited.has(index)
  }

  /** False when no server can take a request. */
  #askAny(index: number): boolean {
    const { sources, isServer } = this.#parts
    const asked = this.#awaited.get(index)?.peers
    const peer = sources.pick((candidate) => isServer(candidate) && !asked?.has(candidate))
    if (peer === undefined) return false
    void this.#ask(index, peer)
    return true
  }

  async #ask(index: number, peer: Peer): Promise<void> {
    const awaited = getOrCreate(this.#awaited, index, () => ({ askedAt: 0, peers: new Set() }))
    awaited.askedAt = this.#parts.now()
    awaited.peers.add(peer)
    this.#requests++
    try {
      await this.#fetch(index, peer)
    } catch (error) {
      if (!this.#parts.signal.aborted) this.#internalError = error
    } finally {
      awaited.peers.delete(peer)
      if (awaited.peers.size === 0) this.#awaited.delete(index)
      this.#requests--
      this.#news.set()
    }
  }

  async #fetch(index: number, peer: Peer): Promise<void> {
    const { target, sources, onChunk, signal } = this.#parts
    const from = index * chunkBytes
    const response = await sources.ask(
      peer,
      { kind: 'snap-state-chunk-request', blockNumber: target.number, from, chunkSize: chunkBytes / 1024 },
      signal,
    )
    if (response === undefined || this.#hasCome(index)) return
    const bytes = ownBytes(response.chunk)
    try {
      const proven = await this.#prove(bytes, from)
      signal.throwIfAborted()
      if (this.#hasCome(index)) return
      onChunk(bytes.length)
      this.#add({ index, proven, bytes: bytes.length })
      if (!this.#isWriteDue) return
      await ownTurn()
      if (!signal.aborted && this.#isWriteDue) this.#write()
    } catch (error) {
      if (!(error instanceof InvalidChunk || error instanceof DecodeError)) throw error
      sources.offended(peer, 'invalid-message', `chunk ${index}: ${error.message}`)
    }
  }

  /**
   * A proof takes about 10 ms, in slices. Proofs run one after the other, because longer-lived objects cost more to
   * collect.
   */
  #prove(bytes: Uint8Array, from: number): Promise<ProvenChunk> {
    const { stateRoot } = this.#parts.target
    const proof = this.#lastProof.then(async () => {
      await ownTurn()
      return completeInTurns(proveChunk(decodeStateChunk(bytes), stateRoot, from, from + chunkBytes))
    })
    this.#lastProof = proof.catch(() => {})
    return proof
  }

  #hasCome(index: number): boolean {
    return index < this.#next || this.#proven.has(index)
  }

  #add(unwritten: Unwritten): void {
    this.#proven.add(unwritten.index)
    this.#unwritten.push(unwritten)
    this.#unwrittenBytes += unwritten.bytes
  }

  get #isWriteDue(): boolean {
    const isSizeUnknown = this.#parts.journal.record!.stateBytes === 0
    return isSizeUnknown || this.#unwrittenBytes >= maximumUnwrittenBytes
  }

  /** Writes the proven chunks and the number of chunks up to which the state is complete. */
  #write(): void {
    const unwritten = this.#unwritten
    if (unwritten.length === 0) return
    this.#unwritten = []
    this.#unwrittenBytes = 0
    for (const { index } of unwritten) this.#written.add(index)
    while (this.#written.delete(this.#next)) this.#proven.delete(this.#next++)
    const { stateBytes } = unwritten[0]!.proven
    this.#parts.journal.note({ stateBytes, chunks: this.#next }, (batch) => {
      for (const { proven } of unwritten) proven.save(nodesInto(batch))
    })
  }
}
