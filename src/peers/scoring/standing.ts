import { isPunishable, type PeerEvent, scoreAfter } from './peerEvent.ts'

/** How long punishments last. */
export interface Punishment {
  readonly firstMs: number
  /** Factor from one punishment to the next. */
  readonly growth: number
  readonly maximumMs: number
}

/** The record of one node or one address. */
export class Standing {
  readonly #counts = new Map<PeerEvent, number>()
  #score = 0
  #punishments = 0
  #punishedUntil = 0

  get score(): number {
    return this.#score
  }

  get punishments(): number {
    return this.#punishments
  }

  /** Milliseconds since 1970; 0 when not punished. */
  get punishedUntil(): number {
    return this.#punishedUntil
  }

  get isPunished(): boolean {
    return this.#punishedUntil > 0
  }

  count(event: PeerEvent): number {
    return this.#counts.get(event) ?? 0
  }

  record(event: PeerEvent): void {
    this.#counts.set(event, this.count(event) + 1)
    this.#score = scoreAfter(event, this.#score)
  }

  /** Events during a punishment do not prolong it. */
  punishFor(event: PeerEvent, now: number, { firstMs, growth, maximumMs }: Punishment): void {
    if (this.isPunished || !isPunishable(event)) return
    const duration = firstMs * growth ** this.#punishments * Math.max(1, -this.#score)
    this.#punishments++
    this.#punishedUntil = now + Math.round(Math.min(duration, maximumMs))
  }

  /** At the end of a punishment score and counts are reset; the number of punishments is kept. */
  expire(now: number): void {
    if (!this.isPunished || now < this.#punishedUntil) return
    this.#counts.clear()
    this.#score = 0
    this.#punishedUntil = 0
  }
}
