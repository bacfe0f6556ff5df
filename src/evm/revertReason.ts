import { toBigInt, toSafeNumber } from '../primitives/integers.ts'

const errorSelector = 0x08c379a0
const panicSelector = 0x4e487b71
const selectorBytes = 4
const wordBytes = 32

/** Meanings of Solidity's `Panic(uint256)` codes. */
const panics: Readonly<Record<string, string>> = {
  '1': 'assertion failed',
  '17': 'arithmetic overflow or underflow',
  '18': 'division or modulo by zero',
  '33': 'value is not a member of the enum',
  '34': 'badly encoded storage array',
  '49': 'pop of an empty array',
  '50': 'array index out of bounds',
  '65': 'out of memory',
  '81': 'call of an uninitialized function',
}

/** The text of a payload of `Error(string)`; undefined for any other payload. */
export function errorText(payload: Uint8Array): string | undefined {
  if (selectorOf(payload) !== errorSelector) return undefined
  const body = payload.subarray(selectorBytes)
  const offset = numberAt(body, 0)
  if (offset === undefined) return undefined
  const length = numberAt(body, offset)
  const start = offset + wordBytes
  if (length === undefined || start + length > body.length) return undefined
  return new TextDecoder().decode(body.subarray(start, start + length))
}

/** The meaning of a payload of `Panic(uint256)`; undefined for any other payload. */
export function panicText(payload: Uint8Array): string | undefined {
  if (selectorOf(payload) !== panicSelector || payload.length < selectorBytes + wordBytes) return undefined
  const panic = toBigInt(payload.subarray(selectorBytes, selectorBytes + wordBytes))
  return `panic: ${panics[panic.toString()] ?? 'unknown'} (0x${panic.toString(16).padStart(2, '0')})`
}

function selectorOf(payload: Uint8Array): number | undefined {
  return payload.length < selectorBytes ? undefined : Number(toBigInt(payload.subarray(0, selectorBytes)))
}

/**
 * The word at an offset; undefined when the body ends before its end, or when the word is no safe integer.
 */
function numberAt(body: Uint8Array, offset: number): number | undefined {
  const end = offset + wordBytes
  return end > body.length ? undefined : toSafeNumber(body.subarray(offset, end))
}
