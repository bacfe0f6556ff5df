import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { asciiBytes, concatBytes, emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { mainnet, regtest, testnet } from '../networks/definitions.ts'
import type { Network } from '../networks/network.ts'
import { coreItems } from './encode.ts'
import {
  baseMergedMiningHash,
  forkDetectionDataOf,
  hasForkDetectionData,
  hashForMergedMining,
  headerHash,
  sealHeader,
  sealWithProof,
  withForkDetectionData,
} from './hashes.ts'
import type { HeaderFields, MergedMiningFields } from './header.ts'
import { headerFields } from './headerFields.cases.ts'

const mined: MergedMiningFields = {
  header: new Uint8Array(80).fill(7),
  merkleProof: new Uint8Array(32).fill(8),
  coinbase: new Uint8Array(90).fill(9),
}

const changesHash = (network: Network, number: number, change: Partial<MergedMiningFields>): boolean => {
  const hash = (mergedMining: MergedMiningFields) =>
    headerHash(headerFields(network, number, { mergedMining }), network)
  return !equalBytes(hash(mined), hash({ ...mined, ...change }))
}

describe('the block hash', () => {
  it('covers the Bitcoin header always, proof and coinbase only before RSKIP92', () => {
    const other = fromHex('01')
    for (const [number, covered] of [
      [728_999, true],
      [729_000, false],
    ] as const) {
      expect(changesHash(mainnet, number, { merkleProof: other })).toBe(covered)
      expect(changesHash(mainnet, number, { coinbase: other })).toBe(covered)
      expect(changesHash(mainnet, number, { header: other })).toBe(true)
    }
  })

  it('of an unmined version 0 header is that of its encoding', () => {
    const header = headerFields(mainnet, 1)
    expect(headerHash(header, mainnet)).toEqual(keccak256(encodeRlp(coreItems(header, header.logsBloom))))
  })

  it('is added to the header', () => {
    const header = headerFields(regtest, 5, { mergedMining: mined })
    expect(sealHeader(header, regtest)).toEqual({ ...header, hash: headerHash(header, regtest) })
  })

  it('of a draft that gets its proof later is that of the whole header, even if another draft was hashed in between', () => {
    const drafts = [5, 6].map((number) => sealHeader(headerFields(regtest, number), regtest))
    for (const draft of drafts) {
      const { hash } = sealWithProof(draft, mined, regtest)
      expect(hash).toEqual(headerHash({ ...draft, mergedMining: mined }, regtest))
    }
  })
})

describe('the extension of later versions', () => {
  const bloomHash = keccak256(new Uint8Array(256))

  /** The hash with this commitment in place of the bloom. */
  const hashWith = (header: HeaderFields, version: number, extension: readonly Uint8Array[]): string => {
    const seventh = encodeRlp([Uint8Array.of(version), keccak256(encodeRlp(extension))])
    return toHexDigits(keccak256(encodeRlp(coreItems(header, seventh))))
  }

  it('of version 1 contains bloom and edges', () => {
    const header = headerFields(testnet, 7_200_000, { edges: [1, 2] })
    expect(toHexDigits(headerHash(header, testnet))).toBe(
      hashWith(header, 1, [bloomHash, fromHex('01000200')]),
    )
  })

  it('of version 2 has the base event before the edges', () => {
    const header = headerFields(regtest, 5, { edges: [1], baseEvent: fromHex('abcd') })
    expect(toHexDigits(headerHash(header, regtest))).toBe(
      hashWith(header, 2, [bloomHash, fromHex('abcd'), fromHex('0100')]),
    )
  })

  it('holds empty edges and an empty base event as empty strings', () => {
    const header = headerFields(regtest, 5)
    expect(toHexDigits(headerHash(header, regtest))).toBe(
      hashWith(header, 2, [bloomHash, emptyBytes, emptyBytes]),
    )
  })

  it('is that of the header itself, whatever header was hashed before', () => {
    const fields = headerFields(regtest, 5, { edges: [1], baseEvent: emptyBytes })
    const bloom = new Uint8Array(256).fill(7)
    const others: HeaderFields[] = [
      { ...fields, edges: [2] },
      { ...fields, edges: [1, 2] },
      { ...fields, edges: null },
      { ...fields, baseEvent: null },
      { ...fields, baseEvent: fromHex('ab') },
      { ...fields, version: 1 },
      { ...fields, logsBloom: bloom },
    ]
    const hashes = others.flatMap((other) => [other, fields, other]).map((each) => headerHash(each, regtest))
    expect(new Set(hashes.map(toHexDigits)).size).toBe(others.length + 1)
    expect(toHexDigits(headerHash(fields, regtest))).toBe(
      hashWith(fields, 2, [bloomHash, emptyBytes, fromHex('0100')]),
    )
  })

  it('has no edges where RSKIP144 is not active', () => {
    const network: Network = { ...regtest, activations: { ...regtest.activations, rskip144: -1 } }
    const header = headerFields(network, 5)
    expect(header.edges).toBeNull()
    expect(toHexDigits(headerHash(header, network))).toBe(hashWith(header, 2, [bloomHash, emptyBytes]))
  })
})

describe('the hash for merged mining', () => {
  it('does not change when the header is mined', () => {
    const header = headerFields(regtest, 5)
    expect(baseMergedMiningHash({ ...header, mergedMining: mined })).toEqual(baseMergedMiningHash(header))
    expect(headerHash({ ...header, mergedMining: mined }, regtest)).not.toEqual(headerHash(header, regtest))
  })

  it('mixes in a ummRoot that is not empty', () => {
    const ummRoot = fromHex('22'.repeat(20))
    const header = headerFields(regtest, 5, { ummRoot })
    const seventh = encodeRlp([
      Uint8Array.of(2),
      keccak256(encodeRlp([keccak256(header.logsBloom), emptyBytes, emptyBytes])),
    ])
    const left = keccak256(encodeRlp(coreItems(header, seventh))).subarray(0, 20)
    expect(baseMergedMiningHash(header)).toEqual(keccak256(concatBytes(left, ummRoot)))
  })

  it('may contain fork-detection data from block 449 and RSKIP110 on', () => {
    const has = (network: Network, number: number) =>
      hasForkDetectionData(headerFields(network, number), network)
    expect([448, 449].map((number) => has(regtest, number))).toEqual([false, true])
    expect([1_590_999, 1_591_000].map((number) => has(mainnet, number))).toEqual([false, true])
  })
})

describe('fork-detection data', () => {
  const data = fromHex('0102030405060708090a0b0c')
  const tag = asciiBytes('RSKBLOCK:')
  const withCoinbase = (number: number, makeCoinbase: (base: Uint8Array) => Uint8Array): HeaderFields => {
    const header = headerFields(regtest, number)
    const coinbase = makeCoinbase(baseMergedMiningHash(header))
    return { ...header, mergedMining: { ...mined, coinbase } }
  }
  const tagged = (base: Uint8Array): Uint8Array => concatBytes(tag, base.subarray(0, 20), data)

  it('is read after the tag and the first 20 bytes of the base hash', () => {
    const header = withCoinbase(449, (base) => concatBytes(new Uint8Array(50), tagged(base), fromHex('ff')))
    expect(forkDetectionDataOf(header)).toEqual(data)
    expect(hashForMergedMining(header, regtest)).toEqual(
      withForkDetectionData(baseMergedMiningHash(header), data),
    )
  })

  it('is not read before block 449', () => {
    const header = withCoinbase(448, tagged)
    expect(hashForMergedMining(header, regtest)).toEqual(baseMergedMiningHash(header))
  })

  it('is read at the last occurrence', () => {
    const header = withCoinbase(449, (base) =>
      concatBytes(tag, base.subarray(0, 20), new Uint8Array(12), tagged(base)),
    )
    expect(forkDetectionDataOf(header)).toEqual(data)
  })

  it.each<[string, (base: Uint8Array) => Uint8Array]>([
    ['cut off', (base) => tagged(base).subarray(0, 40)],
    ['of another hash', (base) => concatBytes(tag, base.subarray(1, 21), data)],
    ['without tag', (base) => concatBytes(base, data)],
  ])('is missing when %s', (_name, makeCoinbase) => {
    const header = withCoinbase(449, makeCoinbase)
    expect(forkDetectionDataOf(header)).toBeUndefined()
    expect(hashForMergedMining(header, regtest)).toEqual(baseMergedMiningHash(header))
  })

  it('is missing from a header that is not mined', () => {
    expect(forkDetectionDataOf(headerFields(regtest, 500))).toBeUndefined()
  })
})
