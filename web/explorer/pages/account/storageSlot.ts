import { encodeTexts, utf8Digits } from '../../../shared/abi/encode.ts'
import { keccakOfHex } from '../../../shared/abi/keccak.ts'

/** Types of the keys of Solidity's mappings that the page offers. */
export const keyTypes = ['address', 'uint256', 'int256', 'bytes32', 'bool', 'string'] as const
export type KeyType = (typeof keyTypes)[number]

/** A slot as decimal or hex; undefined for anything else, or more than 256 bits. */
export function parseSlot(text: string): bigint | undefined {
  const trimmed = text.trim()
  if (!/^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(trimmed)) return undefined
  const slot = BigInt(trimmed)
  return slot < 1n << 256n ? slot : undefined
}

/**
 * Where Solidity keeps the value of a mapping's key: the hash of the key, in 32 bytes or as its text, and the slot of
 * the mapping. Throws `AbiError` for a key of another type.
 */
export function mappingSlot(slot: bigint, key: string, type: KeyType): bigint {
  const digits = type === 'string' ? utf8Digits(key) : encodeTexts([{ type, name: 'key' }], [key])
  return BigInt(keccakOfHex(`0x${digits}${slot.toString(16).padStart(64, '0')}`))
}
