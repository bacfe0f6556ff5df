import { setTimeout as pause } from 'node:timers/promises'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { type Peer, PeerGone, PeerSilent } from '../session/peer.ts'
import type { SyncParts } from '../sync/syncParts.ts'
import { type LinkedBlocks, linkedBlocks } from './linkedBlocks.ts'

export interface BackfillParts extends Omit<SyncParts, 'refused' | 'nowSeconds'> {
  /** Whether newer blocks are being fetched, which take precedence. */
  readonly isBusy: () => boolean
  readonly requestTimeoutMs?: number
}

const defaultTimeoutMs = 15_000
/** Interval of checking whether blocks are missing and a peer can send them. */
const checkIntervalMs = 1_000
/**
 * Each pause lasts this many times as long as the work before it, so backfilling takes at most a fifth of the thread.
 */
const pauseFactor = 4
const minimumPauseMs = 20
/** Blocks per transaction, so that the event loop is not blocked for long. */
const storedAtOnce = 16
/** A peer that does not answer may lack the blocks, which is not an offence. It is asked again after this time. */
const silencePauseMs = 600_000
/** Pause after a failure of our own. */
const recoveryMs = 60_000

/**
 * Fetches the blocks below a snapshot at which the chain started, down to the first one, while the node serves. Each
 * must be the parent of the one above it, which was verified, so no other block can be stored. The progress is stored
 * with the blocks. The blocks are not executed: they have no receipts.
 */
export class Backfill {
  readonly #parts: BackfillParts
  readonly #pausedUntil = new WeakMap<Peer, number>()
  #controller: AbortController | undefined
  #running: Promise<void> | undefined

  constructor(parts: BackfillParts) {
    this.#parts = parts
  }

  start(): void {
    this.#controller ??= new AbortController()
    this.#running ??= this.#run(this.#controller.signal)
  }

  async stop(): Promise<void> {
    this.#controller?.abort()
    await this.#running
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let pauseMs = checkIntervalMs; await waited(pauseMs, signal); ) pauseMs = await this.#step(signal)
  }

  /** Returns the time until the next step. */
  async #step(signal: AbortSignal): Promise<number> {
    const lowest = this.#lowestBlock()
    const peer = lowest && !this.#parts.isBusy() ? this.#source(lowest) : undefined
    if (lowest === undefined || peer === undefined) return checkIntervalMs
    try {
      const { blocks, fault } = await this.#fetch(peer, lowest, signal)
      const workMs = await this.#store(blocks, signal)
      if (fault !== undefined) {
        this.#pausedUntil.set(peer, this.#parts.now() + silencePauseMs)
        this.#parts.report(peer, fault.offence, fault.problem)
      }
      return Math.max(minimumPauseMs, pauseFactor * workMs)
    } catch (error) {
      if (signal.aborted || error instanceof PeerGone) return checkIntervalMs
      if (error instanceof PeerSilent) {
        this.#pausedUntil.set(peer, this.#parts.now() + silencePauseMs)
        return minimumPauseMs
      }
      this.#parts.onError(error)
      return recoveryMs
    }
  }

  /** Undefined when no block is missing. */
  #lowestBlock(): StoredBlock | undefined {
    const { chain } = this.#parts
    const { start } = chain
    return start !== undefined && start.lowest > 1 ? chain.select(start.lowest) : undefined
  }

  /** A node that lacks old blocks sends the status of the genesis block. */
  #source({ number }: StoredBlock): Peer | undefined {
    for (const peer of this.#parts.peers()) {
      const isPaused = (this.#pausedUntil.get(peer) ?? 0) > this.#parts.now()
      const hasBlocks = peer.servesSnapshots && (peer.status?.bestNumber ?? 0) >= number
      if (peer.isOpen && hasBlocks && !isPaused) return peer
    }
    return undefined
  }

  async #fetch(peer: Peer, { number, header }: StoredBlock, signal: AbortSignal): Promise<LinkedBlocks> {
    const { chain, requestTimeoutMs: timeoutMs = defaultTimeoutMs } = this.#parts
    const request = { kind: 'snap-blocks-request', blockNumber: number } as const
    const { blocks } = await peer.request(request, { signal, timeoutMs })
    return linkedBlocks(blocks, header.parentHash, chain.network)
  }

  /** Returns the milliseconds of work, without pauses. */
  async #store(blocks: LinkedBlocks['blocks'], signal: AbortSignal): Promise<number> {
    const { chain, now, debug } = this.#parts
    let workMs = 0
    for (let first = 0; first < blocks.length; first += storedAtOnce) {
      const start = now()
      chain.addBelow(blocks.slice(first, first + storedAtOnce))
      const tookMs = now() - start
      workMs += tookMs
      if (!(await waited(pauseFactor * tookMs, signal))) break
    }
    if (chain.start?.lowest === 1) debug('backfill-complete', {})
    return workMs
  }
}

/** False when the signal is aborted. */
async function waited(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(milliseconds, undefined, { signal, ref: false })
    return true
  } catch {
    return false
  }
}
