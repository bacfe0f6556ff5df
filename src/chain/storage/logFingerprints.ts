import type { Log } from '../../evm/log.ts'
import type { Address, Hash } from '../../primitives/bytes.ts'

/*
 * A fingerprint has a byte for the address and one for each of four topics of a log. It leads from a block of the log
 * index to the wanted logs: of 500 logs with other topics, two have the byte of a wanted one by chance.
 */

const topicPositions = 4
export const fingerprintLength = 1 + topicPositions

/** Returns the offset after the fingerprint. A missing topic has the byte zero. */
export function writeFingerprint(target: Uint8Array, offset: number, { address, topics }: Log): number {
  target[offset] = mark(address)
  for (let position = 0; position < topicPositions; position++) {
    const topic = topics[position]
    target[offset + 1 + position] = topic === undefined ? 0 : mark(topic)
  }
  return offset + fingerprintLength
}

/** The accepted bytes at each position of a fingerprint; undefined accepts all. */
export type LogProfile = readonly (Uint8Array | undefined)[]

export const profileOf = (addresses: readonly Address[], topics: readonly (readonly Hash[])[]): LogProfile =>
  [addresses, ...topics.slice(0, topicPositions)].map(acceptedMarks)

function acceptedMarks(words: readonly Uint8Array[]): Uint8Array | undefined {
  if (words.length === 0) return undefined
  const accepted = new Uint8Array(256)
  for (const word of words) accepted[mark(word)] = 1
  return accepted
}

export function mayMatch(profile: LogProfile, fingerprints: Uint8Array, index: number): boolean {
  const start = index * fingerprintLength
  for (let position = 0; position < profile.length; position++) {
    const accepted = profile[position]
    if (accepted !== undefined && accepted[fingerprints[start + position]!] === 0) return false
  }
  return true
}

/** Topics are hashes, padded addresses or small numbers: the first byte, two in the middle and the last tell them apart. */
function mark(word: Uint8Array): number {
  const { length } = word
  return (word[0]! * 31 + word[length >> 1]! * 7 + word[length - 2]! * 13 + word[length - 1]!) & 0xff
}
