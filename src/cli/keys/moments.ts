import { UsageError } from '../commandLine/errors.ts'

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
}

const datePattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Milliseconds of a span: `90d`, `12h`; undefined for any other text. */
export function spanMs(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  return digits === undefined || unit === undefined ? undefined : Number(digits) * unitMs[unit]!
}

/** A time in the future, given as a date, a time or a span from now; in milliseconds since 1970. */
export function momentAfter(option: string, text: string, now: number): number {
  const span = spanMs(text)
  const moment = span === undefined && datePattern.test(text) ? Date.parse(text) : now + (span ?? Number.NaN)
  if (Number.isNaN(moment)) {
    throw new UsageError(`--${option} ${text} is neither a date (2030-12-31) nor a span (90d, 12h, 30m)`)
  }
  if (moment <= now) throw new UsageError(`--${option} ${text} is not in the future`)
  return moment
}
