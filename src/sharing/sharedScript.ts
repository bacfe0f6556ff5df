import { hash } from 'node:crypto'
import { SharingError } from './sharingError.ts'

/** A program in Lua that the server runs as one atomic step. All its keys must be in one slot. */
export interface Script {
  readonly source: string
  /** The server knows a script that it has run before by this hash. */
  readonly sha: string
}

export const script = (source: string): Script => ({ source, sha: hash('sha1', source) })

/** Milliseconds since 1970 by the clock of the server, which all processes share. */
export const serverNow = `local function nowMs()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`

/* Checks of replies: another program may have written to our keys. */

const damaged = (where: string, wanted: string): SharingError =>
  new SharingError('damaged', `the shared state has a wrong value in ${where}: it is not ${wanted}`)

export function listReply(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw damaged(where, 'a list')
}

export function textReply(value: unknown, where: string): string {
  if (typeof value === 'string') return value
  throw damaged(where, 'text')
}

/** Lua cuts the fraction off numbers that it returns, so fractions come as text. */
export function numberReply(value: unknown, where: string): number {
  const isText = typeof value === 'string' && value !== ''
  const number = isText ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw damaged(where, 'a number')
}
