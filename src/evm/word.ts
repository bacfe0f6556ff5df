import { type Address, asAddress } from '../primitives/bytes.ts'
import { wordBytes } from '../primitives/integers.ts'
import { MEMORY_LIMIT } from './gas.ts'
import { beyondMemory } from './memoryGas.ts'

/* The 256-bit word of the stack as a bigint, and conversions to other types. */

export const wrap = (value: bigint): bigint => BigInt.asUintN(256, value)

/** The word as a two's complement number. */
export const signed = (word: bigint): bigint => BigInt.asIntN(256, word)

export const flag = (condition: boolean): bigint => (condition ? 1n : 0n)

/** The account a word names: its low 20 bytes. */
export const wordAddress = (word: bigint): Address => asAddress(wordBytes(word).subarray(12))

/** Whether the upper 12 bytes of the word are zero: only then can it name a precompiled contract. */
export const isCleanAddress = (word: bigint): boolean => word >> 160n === 0n

/** The word as a memory offset or size; `beyondMemory` for anything above the memory limit. */
export const memoryNumber = (word: bigint): number => (word > MEMORY_LIMIT ? beyondMemory : Number(word))

/** The word as a number, 2^53 - 1 for anything larger. */
export const saturatedNumber = (word: bigint): number =>
  word > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(word)
