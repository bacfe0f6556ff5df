import type { DebugLog } from '../../primitives/debugLog.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import type { TrafficClass } from './trafficClass.ts'

export interface DroppedMessagesParts {
  /** Hex digits of the node id. */
  readonly peer: string
  readonly address: string
  readonly debug: DebugLog
  /** Milliseconds. */
  readonly now: () => number
}

const intervalMs = 10_000

interface Tally {
  unlogged: number
  loggedAtMs: number
}

/** Logs messages that were dropped because a peer sent too many, at most one line per class in ten seconds. */
export class DroppedMessages {
  readonly #parts: DroppedMessagesParts
  readonly #tallies = new Map<TrafficClass, Tally>()

  constructor(parts: DroppedMessagesParts) {
    this.#parts = parts
  }

  count(trafficClass: TrafficClass): void {
    const tally = getOrCreate(this.#tallies, trafficClass, () => ({
      unlogged: 0,
      loggedAtMs: Number.NEGATIVE_INFINITY,
    }))
    tally.unlogged++
    if (this.#parts.now() - tally.loggedAtMs >= intervalMs) this.#log(trafficClass, tally)
  }

  /** Logs the remaining counts. */
  close(): void {
    for (const [trafficClass, tally] of this.#tallies) {
      if (tally.unlogged > 0) this.#log(trafficClass, tally)
    }
  }

  #log(trafficClass: TrafficClass, tally: Tally): void {
    const { peer, address, debug, now } = this.#parts
    debug('peer-messages-dropped', { peer, address, class: trafficClass, count: tally.unlogged })
    tally.unlogged = 0
    tally.loggedAtMs = now()
  }
}
