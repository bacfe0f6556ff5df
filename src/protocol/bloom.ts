import { keccak256 } from '../crypto/keccak256.ts'
import type { Log } from '../evm/log.ts'

export const bloomBytes = 256

/** The 2048-bit filter over the addresses and topics of logs. */
export function logsBloom(logs: readonly Log[]): Uint8Array {
  const bloom = new Uint8Array(bloomBytes)
  for (const log of logs) {
    add(bloom, log.address)
    for (const topic of log.topics) add(bloom, topic)
  }
  return bloom
}

/** The union of filters. A block's bloom is the union of its receipts' blooms. */
export function unionOfBlooms(blooms: Iterable<Uint8Array>): Uint8Array {
  const union = new Uint8Array(bloomBytes)
  for (const bloom of blooms) for (let i = 0; i < bloomBytes; i++) union[i]! |= bloom[i]!
  return union
}

/** Sets three bits, selected by the first three 16-bit numbers of the keccak-256. */
function add(bloom: Uint8Array, bytes: Uint8Array): void {
  const hash = keccak256(bytes)
  for (let at = 0; at < 6; at += 2) {
    const bit = ((hash[at]! << 8) | hash[at + 1]!) & 0x7ff
    bloom[byteOf(bit)]! |= maskOf(bit)
  }
}

/** Bit 0 is the lowest bit of the last byte. */
const byteOf = (bit: number): number => bloomBytes - 1 - (bit >> 3)
const maskOf = (bit: number): number => 1 << (bit & 7)
