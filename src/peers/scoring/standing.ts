import { isPunishable, type PeerEvent, scoreAfter } from './peerEvent.ts'

/** How long one is punished. */
export interface Punishment {
  readonly firstMs: number
  /** What each punishment is multiplied with relative to the one before. */
  readonly growth: number
  readonly maximumMs: number
}

/** What is known of one node or one address. */
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

  /** Milliseconds since 1970; 0 when there is no punishment. */
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

  /** What happens during a punishment is counted, but does not prolong it. */
  punishFor(event: PeerEvent, now: number, { firstMs, growth, maximumMs }: Punishment): void {
    if (this.isPunished || !isPunishable(event)) return
    const duration = firstMs * growth ** this.#punishments * Math.max(1, -this.#score)
    this.#punishments++
    this.#punishedUntil = now + Math.round(Math.min(duration, maximumMs))
  }

  /** When a punishment is over everything is forgotten but that there was one. */
  expire(now: number): void {
    if (!this.isPunished || now < this.#punishedUntil) return
    this.#counts.clear()
    this.#score = 0
    this.#punishedUntil = 0
  }
}
