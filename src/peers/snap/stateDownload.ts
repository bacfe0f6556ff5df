import { setImmediate as nextTurn } from 'node:timers/promises'
import { nodesInto } from '../../chain/storage/trieNodes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { chunkBytes } from '../../trie/chunk.ts'
import { InvalidChunk, type ProvenChunk, proveChunk } from '../../trie/chunkProof.ts'
import { ownBytes } from '../messages/ownBytes.ts'
import { decodeStateChunk } from '../messages/stateChunk.ts'
import type { Peer } from '../session/peer.ts'
import { Signal } from '../sync/signal.ts'
import { SnapshotFailure } from './snapshotFailure.ts'
import type { SnapshotJournal } from './snapshotJournal.ts'
import type { SnapshotTarget } from './snapshotRecord.ts'
import type { Sources } from './sources.ts'

export interface StateDownloadParts {
  readonly target: SnapshotTarget
  readonly journal: SnapshotJournal
  readonly sources: Sources
  /** Whether a peer serves the state of the target. */
  readonly isServer: (peer: Peer) => boolean
  /** Bytes of the network that a chunk took. */
  readonly onChunk: (bytes: number) => void
  readonly signal: AbortSignal
}

/** Chunks beyond the first missing one that are fetched at most; as many are fetched again after a kill. */
const window = 64
/** Proven chunks are written together, up to this size. */
const mostUnwrittenBytes = 1 << 20
/** Interval of looking for peers that can be asked again. */
const lookMs = 200

interface Unwritten {
  readonly index: number
  readonly proven: ProvenChunk
  readonly bytes: number
}

/**
 * Fetches the nodes of a state in chunks, from all its servers at once. A chunk proves its nodes by itself, so it is
 * written as soon as it has come, in whatever order; memory holds the chunks on their way only.
 */
export class StateDownload {
  readonly #parts: StateDownloadParts
  readonly #news = new Signal()
  /** Chunks that are requested or proven, from the first missing one on. */
  readonly #taken = new Set<number>()
  readonly #written = new Set<number>()
  #unwritten: Unwritten[] = []
  #unwrittenBytes = 0
  #next: number
  #requests = 0
  #internalError: unknown

  constructor(parts: StateDownloadParts) {
    this.#parts = parts
    this.#next = parts.journal.record!.chunks
    parts.signal.addEventListener('abort', () => this.#news.set(), { once: true })
  }

  /** Resolves when the whole state is stored. */
  async run(): Promise<void> {
    const { signal, sources, isServer } = this.#parts
    while (!this.#isComplete) {
      signal.throwIfAborted()
      if (this.#internalError !== undefined) throw this.#internalError
      this.#askAll()
      if (this.#requests === 0) this.#write()
      if (this.#isComplete) return
      if (this.#requests === 0 && !sources.has(isServer)) {
        throw new SnapshotFailure('no connected peer serves the state')
      }
      await this.#news.wait(lookMs)
    }
  }

  get #isComplete(): boolean {
    const { stateBytes, chunks } = this.#parts.journal.record!
    return stateBytes > 0 && chunks * chunkBytes > stateBytes
  }

  /** Until the first chunk has proven the size of the state, no other is known to exist. */
  get #end(): number {
    const { stateBytes, chunks } = this.#parts.journal.record!
    if (stateBytes === 0) return chunks + 1
    return Math.min(chunks + window, Math.floor(stateBytes / chunkBytes) + 1)
  }

  #askAll(): void {
    const { sources, isServer } = this.#parts
    for (let index = this.#firstOpen(); index !== undefined; index = this.#firstOpen()) {
      const peer = sources.pick(isServer)
      if (peer === undefined) return
      void this.#ask(index, peer)
    }
  }

  #firstOpen(): number | undefined {
    for (let index = this.#next; index < this.#end; index++) if (!this.#taken.has(index)) return index
    return undefined
  }

  async #ask(index: number, peer: Peer): Promise<void> {
    this.#taken.add(index)
    this.#requests++
    try {
      if (!(await this.#fetch(index, peer))) this.#taken.delete(index)
    } catch (error) {
      if (!this.#parts.signal.aborted) this.#internalError = error
    } finally {
      this.#requests--
      this.#news.set()
    }
  }

  /** Whether the peer has sent the chunk. */
  async #fetch(index: number, peer: Peer): Promise<boolean> {
    const { target, sources, onChunk, signal } = this.#parts
    const from = index * chunkBytes
    const response = await sources.ask(
      peer,
      { kind: 'snap-state-chunk-request', blockNumber: target.number, from, chunkSize: chunkBytes / 1024 },
      signal,
    )
    if (response === undefined) return false
    await nextTurn()
    signal.throwIfAborted()
    const bytes = ownBytes(response.chunk)
    try {
      const proven = proveChunk(decodeStateChunk(bytes), target.stateRoot, from, from + chunkBytes)
      onChunk(bytes.length)
      this.#add({ index, proven, bytes: bytes.length })
      return true
    } catch (error) {
      if (!(error instanceof InvalidChunk || error instanceof DecodeError)) throw error
      sources.offended(peer, 'invalid-message', `chunk ${index}: ${error.message}`)
      return false
    }
  }

  #add(unwritten: Unwritten): void {
    this.#unwritten.push(unwritten)
    this.#unwrittenBytes += unwritten.bytes
    const isSizeUnknown = this.#parts.journal.record!.stateBytes === 0
    if (isSizeUnknown || this.#unwrittenBytes >= mostUnwrittenBytes) this.#write()
  }

  /** Writes the chunks that have come, and notes up to where the state is whole. */
  #write(): void {
    const unwritten = this.#unwritten
    if (unwritten.length === 0) return
    this.#unwritten = []
    this.#unwrittenBytes = 0
    for (const { index } of unwritten) this.#written.add(index)
    while (this.#written.delete(this.#next)) this.#taken.delete(this.#next++)
    const { stateBytes } = unwritten[0]!.proven
    this.#parts.journal.note({ stateBytes, chunks: this.#next }, (batch) => {
      for (const { proven } of unwritten) proven.save(nodesInto(batch))
    })
  }
}
