import { sourceOf } from '../../primitives/addresses/addressBlock.ts'
import { paidUpAfter, type Rate, waitMs } from '../../primitives/bounds/rate.ts'

export interface SourceLimits {
  readonly each: Rate
  readonly together: Rate
}

const maximumSources = 10_000

/**
 * Limits how often remote sources can cause work: each source has a rate, and all together have one, because
 * sources can be forged. While 10,000 sources are in debt, new sources are refused.
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
    const { each, together } = this.#limits
    const source = sourceOf(address)
    const known = this.#paidUpAtMs.get(source)
    if (known === undefined && !this.#hasRoom(nowMs)) return false
    const paidUpAtMs = known ?? nowMs
    if (waitMs(paidUpAtMs, each, 1, nowMs) > 0) return false
    if (waitMs(this.#allPaidUpAtMs, together, 1, nowMs) > 0) return false
    this.#paidUpAtMs.set(source, paidUpAfter(paidUpAtMs, each, 1, nowMs))
    this.#allPaidUpAtMs = paidUpAfter(this.#allPaidUpAtMs, together, 1, nowMs)
    return true
  }

  #hasRoom(nowMs: number): boolean {
    if (this.#paidUpAtMs.size < maximumSources) return true
    for (const [source, paidUpAtMs] of this.#paidUpAtMs) {
      if (paidUpAtMs <= nowMs) this.#paidUpAtMs.delete(source)
    }
    return this.#paidUpAtMs.size < maximumSources
  }
}
