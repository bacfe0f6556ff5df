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

/** The conditions of a search: the bytes that it accepts at some positions of a fingerprint. */
export type LogProfile = readonly PositionProfile[]

interface PositionProfile {
  readonly position: number
  /** 1 for an accepted byte. */
  readonly accepted: Uint8Array
}

export const profileOf = (addresses: readonly Address[], topics: readonly (readonly Hash[])[]): LogProfile =>
  [addresses, ...topics.slice(0, topicPositions)].flatMap((words, position) =>
    words.length === 0 ? [] : [{ position, accepted: acceptedMarks(words) }],
  )

function acceptedMarks(words: readonly Uint8Array[]): Uint8Array {
  const accepted = new Uint8Array(256)
  for (const word of words) accepted[mark(word)] = 1
  return accepted
}

/** The index of the first log from `start` on that may match; the number of logs when none does. */
export function nextMatch(profile: LogProfile, fingerprints: Uint8Array, start: number): number {
  if (profile.length === 0) return start
  const { position, accepted } = profile[0]!
  const { length } = fingerprints
  for (let at = start * fingerprintLength; at < length; at += fingerprintLength) {
    if (accepted[fingerprints[at + position]!] === 1 && hasOtherMarks(profile, fingerprints, at)) {
      return at / fingerprintLength
    }
  }
  return length / fingerprintLength
}

/** Whether the conditions after the first are met. */
function hasOtherMarks(profile: LogProfile, fingerprints: Uint8Array, start: number): boolean {
  for (let index = 1; index < profile.length; index++) {
    const { position, accepted } = profile[index]!
    if (accepted[fingerprints[start + position]!] === 0) return false
  }
  return true
}

/** Topics are hashes, padded addresses or small numbers: the first byte, two in the middle and the last tell them apart. */
function mark(word: Uint8Array): number {
  const { length } = word
  return (word[0]! * 31 + word[length >> 1]! * 7 + word[length - 2]! * 13 + word[length - 1]!) & 0xff
}
