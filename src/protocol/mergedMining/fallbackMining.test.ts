import { describe, expect, it } from 'vitest'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { signedBytes, unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { hashForMergedMining } from '../headers/hashes.ts'
import type { HeaderFields } from '../headers/header.ts'
import { headerFields } from '../headers/headerFields.cases.ts'
import { mainnetHeader } from '../headers/mainnetHeaders.cases.ts'
import { mainnet } from '../networks/definitions.ts'
import { hasFallbackSignature, isFallbackMined } from './fallbackMining.ts'
import { proofOfWorkFault } from './proofOfWork.ts'

const real = mainnetHeader(3395)
const hash = hashForMergedMining(real, mainnet)
const signature = RlpReader.list(real.mergedMining!.header, 'signature')
const v = signature.number('v')
const r = signature.unsigned('r')
const s = signature.unsigned('s')

const signedBy = (bytes: Uint8Array): HeaderFields => ({
  ...real,
  mergedMining: { ...real.mergedMining!, header: bytes },
})

const signatureOf = (items: readonly Uint8Array[]): HeaderFields => signedBy(encodeRlp(items))

describe('fallback mining', () => {
  it('of mainnet block 3395 is signed by the keyholder of odd blocks', () => {
    expect(isFallbackMined(real)).toBe(true)
    expect(hasFallbackSignature(real, hash)).toBe(true)
    expect(proofOfWorkFault(real, mainnet)).toBeUndefined()
  })

  it('needs the other keyholder in even blocks', () => {
    expect(hasFallbackSignature({ ...real, number: 3396 }, hash)).toBe(false)
  })

  it('is valid for only one hash', () => {
    expect(
      hasFallbackSignature(
        real,
        hash.map((byte) => byte ^ 1),
      ),
    ).toBe(false)
  })

  it('reads v of 27 to 31, where 31 means 27', () => {
    expect(v).toBe(27)
    const withV = (value: number) => signatureOf([unsignedBytes(value), signedBytes(r), signedBytes(s)])
    expect([26, 27, 28, 31, 32].map((value) => hasFallbackSignature(withV(value), hash))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
  })

  it.each<[string, readonly Uint8Array[]]>([
    ['r without its sign byte', [unsignedBytes(v), unsignedBytes(r), signedBytes(s)]],
    ['s with a needless zero', [unsignedBytes(v), signedBytes(r), Uint8Array.of(0, ...unsignedBytes(s))]],
    ['the high s', [unsignedBytes(28), signedBytes(r), signedBytes(groupOrder - s)]],
    ['r of zero', [unsignedBytes(v), signedBytes(0n), signedBytes(s)]],
    ['a fourth item', [unsignedBytes(v), signedBytes(r), signedBytes(s), emptyBytes]],
    ['two items', [unsignedBytes(v), signedBytes(r)]],
  ])('does not accept %s', (_name, items) => {
    expect(hasFallbackSignature(signatureOf(items), hash)).toBe(false)
  })

  it.each(['', '00', 'c0', 'ff'.repeat(80), '11'.repeat(80)])('does not accept the bytes %j', (digits) => {
    expect(hasFallbackSignature(signedBy(fromHex(digits)), hash)).toBe(false)
  })

  it('is claimed by a header without coinbase and proof', () => {
    const bitcoin = { header: fromHex('01'), merkleProof: emptyBytes, coinbase: emptyBytes }
    expect(isFallbackMined(headerFields(mainnet, 1, { mergedMining: bitcoin }))).toBe(true)
    expect(
      isFallbackMined(headerFields(mainnet, 1, { mergedMining: { ...bitcoin, coinbase: fromHex('01') } })),
    ).toBe(false)
    expect(
      isFallbackMined(headerFields(mainnet, 1, { mergedMining: { ...bitcoin, merkleProof: fromHex('01') } })),
    ).toBe(false)
    expect(isFallbackMined(headerFields(mainnet, 1))).toBe(false)
  })

  it('has a maximum difficulty', () => {
    const limit = mainnet.fallbackDifficulty
    const fault = (difficulty: bigint) => proofOfWorkFault({ ...real, difficulty }, mainnet)
    expect(fault(limit)).toBe('the fallback signature is not the keyholder’s')
    expect(fault(limit + 1n)).toBe('the difficulty is too high for fallback mining')
  })

  it('ends with RSKIP98', () => {
    expect(proofOfWorkFault({ ...real, number: 729_001 }, mainnet)).toBe(
      'the Bitcoin header does not have 80 bytes',
    )
  })
})
