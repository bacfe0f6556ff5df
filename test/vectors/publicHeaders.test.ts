import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { realFile, realLines } from '../../src/primitives/recordings.cases.ts'
import { forkDetectionData } from '../../src/protocol/forkDetection.ts'
import { decodeHeader } from '../../src/protocol/headers/decode.ts'
import { encodeHeader } from '../../src/protocol/headers/encode.ts'
import { forkDetectionAncestors, forkDetectionDataOf } from '../../src/protocol/headers/hashes.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'
import {
  extraDataRejection,
  forkDetectionRejection,
  gasLimitMinimumRejection,
  proofOfWorkRejection,
  timestampRejection,
} from '../../src/protocol/validation/headerRules.ts'
import { parentRejection } from '../../src/protocol/validation/parentRules.ts'

describe('500 consecutive mainnet headers', () => {
  const encodings = realLines<{ readonly rlp: string }>('mainnet-headers-4479841.jsonl.gz')
  const headers = encodings.map(({ rlp }) => decodeHeader(fromHex(rlp), mainnet))
  const first = 4_479_841
  const links = headers.slice(1).map((header, index) => ({ header, parent: headers[index]! }))
  const headerAt = (number: number) => headers[number - first]!

  it('encode to the bytes they were decoded from', () => {
    expect(headers.map((header) => toHex(encodeHeader(header)))).toEqual(encodings.map(({ rlp }) => rlp))
  })

  it('have consecutive numbers and the hashes of their parents', () => {
    expect(headers.map(({ number }) => number)).toEqual(
      Array.from({ length: 500 }, (_, index) => first + index),
    )
    for (const { header, parent } of links) expect(toHex(header.parentHash)).toBe(toHex(parent.hash))
  })

  it('have a valid proof of work', () => {
    for (const header of headers) expect(proofOfWorkRejection(header, mainnet)).toBeUndefined()
  })

  it('have an invalid proof of work with the Bitcoin header of their parent', () => {
    const withOwn = links.filter(({ header, parent }) => header.mergedMining && parent.mergedMining)
    for (const { header, parent } of withOwn.slice(0, 20)) {
      const mergedMining = { ...header.mergedMining!, header: parent.mergedMining!.header }
      expect(proofOfWorkRejection({ ...header, mergedMining }, mainnet)?.reason).toBe('proof-of-work')
    }
  })

  it('obey the rules for a single header, including the distance to Bitcoin’s time', () => {
    for (const header of headers) {
      expect(timestampRejection(header, mainnet, header.timestamp)).toBeUndefined()
      expect(extraDataRejection(header)).toBeUndefined()
      expect(gasLimitMinimumRejection(header)).toBeUndefined()
    }
  })

  it('obey the rules between a header and its parent, including difficulty', () => {
    for (const { header, parent } of links) expect(parentRejection(header, parent, mainnet)).toBeUndefined()
    const harder = links.filter(({ header, parent }) => header.difficulty > parent.difficulty)
    const easier = links.filter(({ header, parent }) => header.difficulty < parent.difficulty)
    expect(harder.length).toBeGreaterThan(0)
    expect(easier.length).toBeGreaterThan(0)
  })

  it('break a rule with the difficulty of their parent, unless the difficulty stays the same', () => {
    for (const { header, parent } of links.filter(
      (link) => link.header.difficulty !== link.parent.difficulty,
    )) {
      const changed = { ...header, difficulty: parent.difficulty }
      expect(parentRejection(changed, parent, mainnet)?.reason).toBe('difficulty')
    }
  })

  it('carry the fork-detection data of their ancestors', () => {
    const complete = links.filter(({ parent }) => parent.number >= first + forkDetectionAncestors)
    expect(complete).toHaveLength(50)
    for (const { header, parent } of complete) {
      expect(forkDetectionRejection(header, parent, mainnet, headerAt)).toBeUndefined()
    }
    const { header, parent } = complete.at(-1)!
    expect(toHex(forkDetectionDataOf(header)!)).toBe(toHex(forkDetectionData(parent, headerAt)))
  })
})

describe.each([
  ['0900123', 900_123],
  ['1234000', 1_234_000],
  ['pre-wasabi', 1_427_888],
  ['1900456', 1_900_456],
  ['post-wasabi', 1_987_345],
  ['2221171', 2_221_171],
])('the mainnet header in mainnet-header-%s.hex', (name, number) => {
  const encoded = new TextDecoder().decode(realFile(`mainnet-header-${name}.hex`)).trim()
  const digits = encoded.startsWith('0x') ? encoded : `0x${encoded}`
  const header = decodeHeader(fromHex(digits), mainnet)

  it('encodes to the bytes it was decoded from', () => {
    expect(header.number).toBe(number)
    expect(toHex(encodeHeader(header))).toBe(digits)
  })

  it('has a valid proof of work by the rules of its height', () => {
    expect(proofOfWorkRejection(header, mainnet)).toBeUndefined()
    const harder = { ...header, difficulty: header.difficulty + 1n }
    expect(proofOfWorkRejection(harder, mainnet)?.reason).toBe('proof-of-work')
  })

  it('obeys the other rules for a single header', () => {
    expect(timestampRejection(header, mainnet, header.timestamp)).toBeUndefined()
    expect(extraDataRejection(header)).toBeUndefined()
    expect(gasLimitMinimumRejection(header)).toBeUndefined()
  })
})
