import { describe, expect, it } from 'vitest'
import { doubleSha256 } from '../crypto/sha256.ts'
import { emptyBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { forkDetectionData } from './forkDetection.ts'
import { sealHeader } from './headers/hashes.ts'
import type { BlockHeader } from './headers/header.ts'
import { headerFields } from './headers/headerFields.cases.ts'
import { regtest } from './networks/definitions.ts'

const bitcoinHeaderOf = (number: number): Uint8Array => {
  const header = new Uint8Array(80)
  header.set(unsignedBytes(number))
  return header
}

/** Chains whose Bitcoin headers contain their number, with uncles in the given blocks. */
const headerAt =
  (uncles: (number: number) => number) =>
  (number: number): BlockHeader =>
    sealHeader(
      headerFields(regtest, number, {
        uncleCount: uncles(number),
        mergedMining: { header: bitcoinHeaderOf(number), merkleProof: emptyBytes, coinbase: emptyBytes },
      }),
      regtest,
    )

const dataAfter = (parentNumber: number, uncles: (number: number) => number = () => 0): Uint8Array => {
  const ancestor = headerAt(uncles)
  return forkDetectionData(ancestor(parentNumber), ancestor)
}

describe('fork-detection data', () => {
  it('starts with a byte of seven Bitcoin hashes, 64 blocks apart, newest first', () => {
    const commitments = (newest: number): number[] =>
      [0, 1, 2, 3, 4, 5, 6].map((i) => doubleSha256(bitcoinHeaderOf(newest - 64 * i))[0]!)
    expect([...dataAfter(448).subarray(0, 7)]).toEqual(commitments(448))
    expect([...dataAfter(511).subarray(0, 7)]).toEqual(commitments(448))
    expect([...dataAfter(512).subarray(0, 7)]).toEqual(commitments(512))
  })

  it('counts the uncles of the last 32 blocks', () => {
    expect(dataAfter(600, (number) => (number === 569 ? 3 : 0))[7]).toBe(3)
    expect(dataAfter(600, (number) => (number === 568 ? 3 : 0))[7]).toBe(0)
    expect(dataAfter(600, (number) => (number === 600 ? 3 : 0))[7]).toBe(3)
    expect(dataAfter(600, () => 2)[7]).toBe(64)
  })

  it('counts at most 255 uncles', () => {
    expect(dataAfter(600, () => 10)[7]).toBe(255)
  })

  it('ends with the number of the block', () => {
    expect(toHexDigits(dataAfter(70_000).subarray(8))).toBe('00011171')
  })

  it('is the same when it is derived from the data of the parent', () => {
    const fresh = headerAt((number) => number % 11)
    const chain = new Map<number, BlockHeader>()
    const remembered = (number: number): BlockHeader => {
      const known = chain.get(number) ?? fresh(number)
      chain.set(number, known)
      return known
    }
    for (let number = 500; number < 650; number++) {
      expect(forkDetectionData(remembered(number), remembered)).toEqual(dataAfter(number, (n) => n % 11))
    }
  })

  it('needs Bitcoin headers', () => {
    const unmined = (number: number): BlockHeader => sealHeader(headerFields(regtest, number), regtest)
    expect(() => forkDetectionData(unmined(600), unmined)).toThrow(RangeError)
  })
})
