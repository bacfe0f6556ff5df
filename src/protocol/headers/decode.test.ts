import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTrieRoot } from '../../crypto/keccak256.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { valueOrDecodeError } from '../../primitives/decoding.cases.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { encodeRlp, encodeRlpList, type RlpValue } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { mainnet, networks, regtest, testnet } from '../networks/definitions.ts'
import type { Network } from '../networks/network.ts'
import { arbitraryHeader, headerForms } from './arbitraryHeaders.cases.ts'
import { decodeHeader } from './decode.ts'
import { encodeHeader } from './encode.ts'
import { headerHash } from './hashes.ts'
import type { HeaderFields } from './header.ts'
import { headerFields } from './headerFields.cases.ts'

function itemsOf(header: HeaderFields): Uint8Array[] {
  const reader = RlpReader.list(encodeHeader(header), 'header')
  const items: Uint8Array[] = []
  while (!reader.done) items.push(reader.encoded(`[${items.length}]`))
  return items
}

/** The encoding of a header with some of its items replaced. */
const changed = (header: HeaderFields, changes: Record<number, RlpValue>): Uint8Array =>
  encodeRlpList(
    itemsOf(header).map((item, index) => {
      const replacement = changes[index]
      return replacement === undefined ? item : encodeRlp(replacement)
    }),
  )

const mined = {
  header: new Uint8Array(80).fill(7),
  merkleProof: new Uint8Array(32).fill(8),
  coinbase: new Uint8Array(90).fill(9),
}

describe.each(headerForms)('decoding a header: $form', ({ network, number }) => {
  it('returns the encoded header, byte for byte', () => {
    fc.assert(
      fc.property(arbitraryHeader(network, number), (header) => {
        const encoded = encodeHeader(header)
        const decoded = decodeHeader(encoded, network)
        expect(decoded).toEqual(header)
        expect(encodeHeader(decoded)).toEqual(encoded)
      }),
      { numRuns: 50 },
    )
  })

  it('returns a value or throws a DecodeError for any change, on every network', () => {
    const mutated = arbitraryHeader(network, number).chain((header) => mutations(encodeHeader(header)))
    fc.assert(
      fc.property(mutated, (bytes) => {
        for (const other of Object.values(networks)) valueOrDecodeError(() => decodeHeader(bytes, other))
      }),
      { numRuns: 100 },
    )
  })
})

describe('decoding a header', () => {
  it('returns a value or throws a DecodeError for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        valueOrDecodeError(() => decodeHeader(bytes, regtest))
        valueOrDecodeError(() => decodeHeader(encodeRlp(bytes), regtest))
        valueOrDecodeError(() => decodeHeader(encodeRlpList([bytes]), regtest))
      }),
      { numRuns: 300 },
    )
  })

  it('reads empty roots as the root of an empty trie', () => {
    const header = decodeHeader(
      changed(headerFields(mainnet, 1), { 3: emptyBytes, 4: emptyBytes, 5: emptyBytes }),
      mainnet,
    )
    expect([header.stateRoot, header.transactionsRoot, header.receiptsRoot]).toEqual([
      emptyTrieRoot,
      emptyTrieRoot,
      emptyTrieRoot,
    ])
  })

  it('re-encodes integers minimally, but keeps the gas limit as it is', () => {
    const plain = headerFields(mainnet, 1, { gasUsed: 5, gasLimit: fromHex('00005208') })
    const padded = changed(plain, { 8: fromHex('0001'), 10: fromHex('000005'), 13: fromHex('00') })
    expect(encodeHeader(decodeHeader(padded, mainnet))).toEqual(encodeHeader(plain))
  })

  it('reads three empty Bitcoin fields as null, before RSKIP98', () => {
    const bytes = concatBytes(...itemsOf(headerFields(mainnet, 1)), fromHex('808080'))
    expect(decodeHeader(encodeRlpList([bytes]), mainnet).mergedMining).toBeNull()
  })

  it('keeps the bytes of the difficulty of block 0', () => {
    const header = headerFields(regtest, 0, { rawDifficulty: fromHex('0000000001'), difficulty: 1n })
    const decoded = decodeHeader(encodeHeader(header), regtest)
    expect(decoded.rawDifficulty).toEqual(fromHex('0000000001'))
    expect(decoded.difficulty).toBe(1n)
  })

  it('ignores the last byte of edges with an odd length', () => {
    expect(decodeHeader(changed(headerFields(regtest, 1), { 18: fromHex('010002') }), regtest).edges).toEqual(
      [1],
    )
  })
})

describe('base events that are missing on testnet', () => {
  const withoutBaseEvent = (network: Network, number: number, isMined: boolean): Uint8Array =>
    encodeRlpList(
      itemsOf(headerFields(network, number, { mergedMining: isMined ? mined : null })).filter(
        (_, index) => index !== 19,
      ),
    )

  it.each([true, false])('are read as empty below height 7,800,000 (mined: %s)', (isMined) => {
    const decoded = decodeHeader(withoutBaseEvent(testnet, 7_799_999, isMined), testnet)
    expect(decoded.baseEvent).toEqual(emptyBytes)
    const complete = headerFields(testnet, 7_799_999, { mergedMining: isMined ? mined : null })
    expect(decoded.hash).toEqual(headerHash(complete, testnet))
  })

  it.each([true, false])('are an error from that height on and on other networks (mined: %s)', (isMined) => {
    expect(() => decodeHeader(withoutBaseEvent(testnet, 7_800_000, isMined), testnet)).toThrow(DecodeError)
    expect(() => decodeHeader(withoutBaseEvent(regtest, 5, isMined), regtest)).toThrow(DecodeError)
  })

  it('are still read where they are present', () => {
    const header = headerFields(testnet, 7_700_000, { baseEvent: fromHex('aabb'), mergedMining: mined })
    expect(decodeHeader(encodeHeader(header), testnet).baseEvent).toEqual(fromHex('aabb'))
  })
})

describe('the version in a header', () => {
  const local = headerFields(regtest, 5, { mergedMining: mined })

  it.each(['00', '01', '03', 'ff', '0102'])('is decided by the height, not by the field %s', (field) => {
    const decoded = decodeHeader(changed(local, { 17: fromHex(field) }), regtest)
    expect(decoded.version).toBe(2)
    expect(decoded.hash).toEqual(headerHash(local, regtest))
  })
})

describe('undecodable headers', () => {
  const plain = headerFields(mainnet, 1)
  const local = headerFields(regtest, 5, { mergedMining: mined })

  it.each([
    ['a short parent hash', 0, new Uint8Array(31), 'parentHash', 'has 31 bytes instead of 32'],
    ['a long hash of uncles', 1, new Uint8Array(33), 'unclesHash', 'has 33 bytes instead of 32'],
    ['a short coinbase', 2, new Uint8Array(19), 'coinbase', 'has 19 bytes instead of 20'],
    ['a short root', 4, new Uint8Array(1), 'transactionsRoot', 'has 1 bytes instead of 32'],
    ['an empty bloom', 6, emptyBytes, 'logsBloom', 'has 0 bytes instead of 256'],
    ['a negative difficulty', 7, fromHex('80'), 'difficulty', 'is negative'],
    ['a number beyond 2^53', 8, fromHex('20000000000000'), 'number', 'exceeds 9007199254740991'],
    ['a list as extra data', 12, [], 'extraData', 'is an RLP list instead of a string'],
    ['an uncle count beyond 2^31', 15, fromHex('80000000'), 'uncleCount', 'exceeds 2147483647'],
  ])('%s', (_name, index, item, field, problem) => {
    expect(() => decodeHeader(changed(plain, { [index]: item }), mainnet)).toThrow(
      new DecodeError(`header.${field}`, problem),
    )
  })

  it.each([
    ['a short ummRoot', 16, fromHex('01'), 'ummRoot', 'has 1 bytes instead of 20'],
    ['an empty version', 17, emptyBytes, 'version', 'is empty'],
    [
      'a short Bitcoin header',
      20,
      new Uint8Array(79),
      'bitcoinMergedMiningHeader',
      'has 79 bytes instead of 80',
    ],
    ['an empty Bitcoin header', 20, emptyBytes, 'bitcoinMergedMiningHeader', 'has 0 bytes instead of 80'],
  ])('on the local chain: %s', (_name, index, item, field, problem) => {
    expect(() => decodeHeader(changed(local, { [index]: item }), regtest)).toThrow(
      new DecodeError(`header.${field}`, problem),
    )
  })

  it.each([1, 2, 4])('one with %i Bitcoin items', (count) => {
    const extra = Array.from({ length: count }, () => encodeRlp(new Uint8Array(80)))
    expect(() => decodeHeader(encodeRlpList([...itemsOf(plain), ...extra]), mainnet)).toThrow(DecodeError)
  })

  it('one of another network, whose optional items differ', () => {
    expect(() => decodeHeader(encodeHeader(local), mainnet)).toThrow(DecodeError)
    expect(() => decodeHeader(encodeHeader(plain), regtest)).toThrow(DecodeError)
  })
})
