/** The first pause; each further one is twice as long. */
const firstPauseMs = 250
/** The longest pause that this side chooses. */
const longestPauseMs = 8_000

/** Milliseconds before the next attempt after `failed` attempts. Half of a pause is random, so that clients spread. */
export function backoffMs(failed: number, random: () => number): number {
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (failed - 1))
  return pause / 2 + (random() * pause) / 2
}

/** Milliseconds that a `Retry-After` header asks for: seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}
