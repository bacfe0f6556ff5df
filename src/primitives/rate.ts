/*
 * Rates by the generic cell rate algorithm: of each client only the moment is kept at which everything it has spent will
 * have been earned again ("paid up").
 */

/** How often something may happen: `burst` times at once, and `perSecond` times a second in the long run. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/**
 * Milliseconds to wait before `units` may be spent; 0 when they may be spent now. More units than the burst wait until
 * all is paid up and then run into debt, because they could never pass otherwise.
 */
export function waitMs(paidUpAtMs: number, { burst, perSecond }: Rate, units: number, nowMs: number): number {
  const spendable = Math.min(units, burst)
  return Math.max(0, paidUpAtMs - nowMs - ((burst - spendable) * 1000) / perSecond)
}

/** The moment at which everything is paid up once `units` more are spent. */
export const paidUpAfter = (paidUpAtMs: number, { perSecond }: Rate, units: number, nowMs: number): number =>
  Math.max(nowMs, paidUpAtMs) + (units * 1000) / perSecond
