import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Keccak-256 of a text, as hex without 0x. */
export const keccakOfText = (text: string): string => bytesToHex(keccak_256(utf8ToBytes(text)))

/** Keccak-256 of bytes in hex with 0x. */
export const keccakOfHex = (hex: string): `0x${string}` =>
  `0x${bytesToHex(keccak_256(hexToBytes(hex.slice(2))))}`
