import { type Address, asAddress } from '../../primitives/bytes.ts'
import { MEMORY_LIMIT } from '../gas.ts'
import { beyondMemory } from '../memoryGas.ts'
import type { Core } from './core.ts'

/* Conversions between words of linear memory, which are little-endian, and types of the rest of the machine. */

export function setNumber({ u32 }: Core, word: number, value: number): void {
  const at = word >>> 2
  clear(u32, at)
  u32[at] = value
  u32[at + 1] = value / 2 ** 32
}

export function setBigInt({ u32, u64 }: Core, word: number, value: bigint): void {
  clear(u32, word >>> 2)
  if (value === 0n) return
  const at = word >>> 3
  u64[at] = value
  // The sender of a call may have less than it sends, and then a negative balance.
  if (value < 2n ** 64n && value > 0n) return
  u64[at + 1] = value >> 64n
  u64[at + 2] = value >> 128n
  u64[at + 3] = value >> 192n
}

/** Written out because `fill` and BigInt stores take far longer than eight plain stores. */
function clear(u32: Uint32Array, at: number): void {
  u32[at] = 0
  u32[at + 1] = 0
  u32[at + 2] = 0
  u32[at + 3] = 0
  u32[at + 4] = 0
  u32[at + 5] = 0
  u32[at + 6] = 0
  u32[at + 7] = 0
}

/** Writes up to 32 big-endian bytes. */
export function setBytes({ u8, u32 }: Core, word: number, bytes: Uint8Array): void {
  clear(u32, word >>> 2)
  for (let i = 0, at = word + bytes.length - 1; i < bytes.length; i++, at--) u8[at] = bytes[i]!
}

/** A 64-bit number that is not negative. */
export const getWide = ({ u32 }: Core, address: number): number =>
  u32[address >>> 2]! + u32[(address >>> 2) + 1]! * 2 ** 32

export function getBigInt({ u32, u64 }: Core, word: number): bigint {
  const at = word >>> 2
  if (isLimb(u32, at)) return u64[word >>> 3]!
  const limb = word >>> 3
  return u64[limb]! | (u64[limb + 1]! << 64n) | (u64[limb + 2]! << 128n) | (u64[limb + 3]! << 192n)
}

/** All 32 bytes, big-endian. */
export function getBytes({ u8 }: Core, word: number): Uint8Array {
  return u8.slice(word, word + 32).reverse()
}

/** Fills `bytes` with all 32, big-endian. */
export function readBytes({ u8 }: Core, word: number, bytes: Uint8Array): void {
  for (let i = 0, at = word + 31; i < 32; i++, at--) bytes[i] = u8[at]!
}

/** The low 20 bytes. */
export function getAddress({ u8 }: Core, word: number): Address {
  const address = new Uint8Array(20)
  for (let i = 0; i < 20; i++) address[i] = u8[word + 19 - i]!
  return asAddress(address)
}

/** Whether the upper 12 bytes are zero. */
export function isCleanAddress({ u32 }: Core, word: number): boolean {
  const at = word >>> 2
  return (u32[at + 5]! | u32[at + 6]! | u32[at + 7]!) === 0
}

export function isZero({ u32 }: Core, word: number): boolean {
  const at = word >>> 2
  return isLimb(u32, at) && (u32[at]! | u32[at + 1]!) === 0
}

/** The word as a number, 2^53 - 1 for anything larger. */
export function saturatedNumber({ u32 }: Core, word: number): number {
  const at = word >>> 2
  if (!isLimb(u32, at)) return Number.MAX_SAFE_INTEGER
  return Math.min(u32[at]! + u32[at + 1]! * 2 ** 32, Number.MAX_SAFE_INTEGER)
}

/** The word as a memory offset or size; `beyondMemory` for anything above the memory limit. */
export function memoryNumber(core: Core, word: number): number {
  const value = saturatedNumber(core, word)
  return value > MEMORY_LIMIT ? beyondMemory : value
}

const isLimb = (u32: Uint32Array, at: number): boolean =>
  (u32[at + 2]! | u32[at + 3]! | u32[at + 4]! | u32[at + 5]! | u32[at + 6]! | u32[at + 7]!) === 0
