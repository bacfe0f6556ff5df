import { sourceOf } from '../../primitives/addressBlock.ts'
import type { Rate } from '../../primitives/rate.ts'

export interface SourceLimits {
  readonly each: Rate
  readonly together: Rate
}

const mostSources = 10_000

/**
 * How often others may make us work: each source, and all together, since sources can be forged or many. Of each
 * only the moment is kept at which all it has spent will have been earned again. While too many are in debt,
 * strangers are turned away.
 */
export class SourceRates {
  readonly #limits: SourceLimits
  readonly #paidUpAtMs = new Map<string, number>()
  #allPaidUpAtMs = 0

  constructor(limits: SourceLimits) {
    this.#limits = limits
  }

  /** Whether one more request is within the rates; if so, it counts. */
  spend(address: string, nowMs: number): boolean {
    const source = sourceOf(address)
    const known = this.#paidUpAtMs.get(source)
    if (known === undefined && !this.#hasRoom(nowMs)) return false
    const paidUpAt = paidUpAfter(known ?? nowMs, this.#limits.each, nowMs)
    const allPaidUpAt = paidUpAfter(this.#allPaidUpAtMs, this.#limits.together, nowMs)
    if (paidUpAt === undefined || allPaidUpAt === undefined) return false
    this.#paidUpAtMs.set(source, paidUpAt)
    this.#allPaidUpAtMs = allPaidUpAt
    return true
  }

  #hasRoom(nowMs: number): boolean {
    if (this.#paidUpAtMs.size < mostSources) return true
    for (const [source, paidUpAt] of this.#paidUpAtMs) {
      if (paidUpAt <= nowMs) this.#paidUpAtMs.delete(source)
    }
    return this.#paidUpAtMs.size < mostSources
  }
}

/** When one more will have been earned; undefined when that is further away than a burst. */
function paidUpAfter(paidUpAtMs: number, { perSecond, burst }: Rate, nowMs: number): number | undefined {
  const costMs = 1000 / perSecond
  const after = Math.max(nowMs, paidUpAtMs) + costMs
  return after > nowMs + burst * costMs ? undefined : after
}
