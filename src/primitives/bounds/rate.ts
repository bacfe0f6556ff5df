/*
 * Rates by the generic cell rate algorithm. Each client needs a single number: the time at which everything it has
 * spent is earned again ("paid up").
 */

/** `burst` units may be spent at once, and `perSecond` units a second in the long run. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/**
 * Milliseconds to wait before `units` may be spent; 0 when they may be spent now. More units than the burst, which
 * could otherwise never be spent, wait until everything is paid up and then run into debt.
 */
export function waitMs(paidUpAtMs: number, { burst, perSecond }: Rate, units: number, nowMs: number): number {
  const spendable = Math.min(units, burst)
  return Math.max(0, paidUpAtMs - nowMs - ((burst - spendable) * 1000) / perSecond)
}

/** The time at which everything is paid up after `units` more are spent. */
export const paidUpAfter = (paidUpAtMs: number, { perSecond }: Rate, units: number, nowMs: number): number =>
  Math.max(nowMs, paidUpAtMs) + (units * 1000) / perSecond

/**
 * The same for units that are spent unconditionally. The debt, the part above the burst, grows up to a maximum; it is
 * full when some of the units could not be added.
 */
export function debtAfter(
  paidUpAtMs: number,
  rate: Rate,
  units: number,
  nowMs: number,
  maximumMs: number,
): { readonly paidUpAtMs: number; readonly isFull: boolean } {
  const whole = paidUpAfter(paidUpAtMs, rate, units, nowMs)
  const latest = nowMs + (rate.burst * 1000) / rate.perSecond + maximumMs
  return { paidUpAtMs: Math.max(paidUpAtMs, Math.min(whole, latest)), isFull: whole > latest }
}
