import { integerOf } from './arguments.ts'
import type { Json } from './json.ts'

/** A level, for which older clients send true or false. */
export function verbosityOf(value: Json | undefined, fallback: number): number {
  if (value === undefined) return fallback
  return typeof value === 'boolean' ? Number(value) : integerOf(value)
}
