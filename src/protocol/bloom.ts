import { keccak256View } from '../crypto/keccak256.ts'
import type { Log } from '../evm/log.ts'

export const bloomBytes = 256

/** The filter without logs. Many receipts share it, because blooms are never changed. */
export const emptyBloom = new Uint8Array(bloomBytes)

/** The 2048-bit filter over the addresses and topics of logs. */
export function logsBloom(logs: readonly Log[]): Uint8Array {
  if (logs.length === 0) return emptyBloom
  const bloom = new Uint8Array(bloomBytes)
  let last: Log | undefined
  for (const log of logs) {
    // Many logs share the address or topic object of the log before, whose bits are already set.
    if (log.address !== last?.address) addToBloom(bloom, log.address)
    for (let index = 0; index < log.topics.length; index++) {
      const topic = log.topics[index]!
      if (topic !== last?.topics[index]) addToBloom(bloom, topic)
    }
    last = log
  }
  return bloom
}

/** The union of filters. A block's bloom is the union of its receipts' blooms. */
export function unionOfBlooms(blooms: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = blooms
  if (first === undefined) return emptyBloom
  if (others.length === 0) return first
  const union = first.slice()
  for (const bloom of others) for (let i = 0; i < bloomBytes; i++) union[i]! |= bloom[i]!
  return union
}

/** Whether a filter may hold an address or topic; false is certain. */
export function mayHold(bloom: Uint8Array, bytes: Uint8Array): boolean {
  const hash = keccak256View(bytes)
  for (let at = 0; at < 6; at += 2) {
    const bit = ((hash[at]! << 8) | hash[at + 1]!) & 0x7ff
    if ((bloom[bloomBytes - 1 - (bit >> 3)]! & (1 << (bit & 7))) === 0) return false
  }
  return true
}

/** Sets three bits, selected by the first three 16-bit numbers of the keccak-256. */
export function addToBloom(bloom: Uint8Array, bytes: Uint8Array): void {
  const hash = keccak256View(bytes)
  for (let at = 0; at < 6; at += 2) {
    const bit = ((hash[at]! << 8) | hash[at + 1]!) & 0x7ff
    // Bit 0 is the lowest bit of the last byte.
    bloom[bloomBytes - 1 - (bit >> 3)]! |= 1 << (bit & 7)
  }
}
