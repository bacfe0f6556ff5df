import { counted } from './quantity.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** A span of time in its two largest units. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < minute) return `${whole} s`
  if (whole < hour) return `${Math.floor(whole / minute)} min ${whole % minute} s`
  if (whole < day) return `${Math.floor(whole / hour)} h ${Math.floor((whole % hour) / minute)} min`
  return `${Math.floor(whole / day)} d ${Math.floor((whole % day) / hour)} h`
}

/** A time of the chain as seen from now. The clock of a local chain may be ahead, which its home page shows. */
export function ago(timestamp: number, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000) - timestamp
  if (seconds < 2) return 'just now'
  if (seconds < minute) return `${seconds} seconds ago`
  if (seconds < hour) return `${counted(Math.floor(seconds / minute), 'minute')} ago`
  if (seconds < day) return `${counted(Math.floor(seconds / hour), 'hour')} ago`
  return `${counted(Math.floor(seconds / day), 'day')} ago`
}

/** UTC, to the second. */
export const moment = (timestamp: number): string =>
  `${new Date(timestamp * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
