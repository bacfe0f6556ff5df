/* Compares the code of an account with what a compiler wrote. */

export interface CodeHole {
  /** In bytes. */
  readonly start: number
  readonly length: number
}

/** Code as the compiler wrote it. */
export interface CompiledCode {
  /** Hex digits in lower case, without 0x. */
  readonly digits: string
  /** Bytes that a deployment fills in: immutable values and addresses of libraries. */
  readonly holes: readonly CodeHole[]
}

/** `same-instructions`: everything but the metadata, which has the hash of the sources with their comments. */
export type CodeMatch = 'exact' | 'same-instructions' | 'different'

export function compareCode(code: string, compiled: CompiledCode): CodeMatch {
  const digits = code.slice(2).toLowerCase()
  if (isSame(digits, compiled.digits, compiled.holes)) return 'exact'
  const [executed, expected] = [withoutMetadata(digits), withoutMetadata(compiled.digits)]
  return expected !== '' && isSame(executed, expected, compiled.holes) ? 'same-instructions' : 'different'
}

function isSame(digits: string, compiled: string, holes: readonly CodeHole[]): boolean {
  if (digits.length !== compiled.length || digits === '') return false
  let at = 0
  for (const { start, length } of [...holes].sort((one, other) => one.start - other.start)) {
    if (digits.slice(at, 2 * start) !== compiled.slice(at, 2 * start)) return false
    at = Math.max(at, 2 * (start + length))
  }
  return digits.slice(at) === compiled.slice(at)
}

/** A map in CBOR with the hash of the sources or the version of the compiler, and its length in two bytes. */
const metadata = /^a[1-4]6(?:4697066735822|5627a7a7[23]|4736f6c6343)/

function withoutMetadata(digits: string): string {
  const start = digits.length - 2 * (Number.parseInt(digits.slice(-4), 16) + 2)
  return start >= 0 && metadata.test(digits.slice(start)) ? digits.slice(0, start) : digits
}

/**
 * Places that a deployment usually fills in, for artifacts that do not list them: PUSH32 of zero (an immutable value),
 * PUSH20 of zero at the beginning (the address of a library itself), and `__…__` (the address of a linked library).
 */
export function likelyHoles(digits: string): CodeHole[] {
  const holes: CodeHole[] = [...digits.matchAll(/__.{36}__/g)].map(({ index }) => ({
    start: index / 2,
    length: 20,
  }))
  if (/^730{40}30/.test(digits)) holes.push({ start: 1, length: 20 })
  for (const { index } of digits.matchAll(/7f(?=0{64})/g)) {
    if (index % 2 === 0) holes.push({ start: index / 2 + 1, length: 32 })
  }
  return holes
}
