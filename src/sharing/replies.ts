import { SharingError } from './errors.ts'

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
