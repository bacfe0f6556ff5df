import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueOrDecodeError } from '../../primitives/decoding.cases.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { recordedBlocks, recordedVectors } from '../../primitives/recordings.cases.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import { decodeBlock, encodeBlock } from '../../protocol/block.ts'
import { arbitraryHeader, headerForms } from '../../protocol/headers/arbitraryHeaders.cases.ts'
import { encodeHeader } from '../../protocol/headers/encode.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import { headerFields } from '../../protocol/headers/headerFields.cases.ts'
import { proofOfWorkFault } from '../../protocol/mergedMining/proofOfWork.ts'
import { mainnet, networks, regtest } from '../../protocol/networks/definitions.ts'
import { bodyOfBlock, headerOfBlock, joinBlock } from './blockParts.ts'
import {
  completeHeader,
  decodeCompressedHeader,
  encodeCompressedHeader,
  encodeExtension,
} from './compressedHeader.ts'
import { decodeMessage, openEnvelope } from './decodeMessage.ts'
import type { EncodedBody, Message } from './message.ts'

const chains = ['basic', 'uncles', 'fuzz-a'] as const

describe.each(chains)('every fourth block of the chain %s', (chain) => {
  const blocks = recordedBlocks(chain).filter((_block, index) => index % 4 === 0)

  it('has the same bytes after it is split into header and body and joined again', () => {
    for (const { rlp, hash } of blocks) {
      const block = decodeBlock(fromHex(rlp), regtest)
      const compressed = decodeCompressedHeader(encodeCompressedHeader(block.header), regtest)
      expect(toHex(compressed.header.hash)).toBe(hash)
      const joined = joinBlock(compressed, bodyOfBlock(block), regtest)
      expect(toHex(joined.header.hash)).toBe(hash)
      expect(toHex(encodeBlock(joined))).toBe(rlp)
    }
  })

  it('has its hash and its proof of work in the compressed header', () => {
    for (const { rlp, hash } of blocks.slice(0, 30)) {
      expect(toHex(headerOfBlock(fromHex(rlp), regtest).hash)).toBe(hash)
      const full = headerOfBlock(fromHex(rlp), regtest)
      const { header } = decodeCompressedHeader(encodeCompressedHeader(full), regtest)
      expect(proofOfWorkFault(header, regtest)).toBe(proofOfWorkFault(full, regtest))
    }
  })
})

describe('blocks that the reference node sent in parts', () => {
  const { frames, blocks } = recordedVectors<{
    readonly frames: Readonly<Record<string, string>>
    readonly blocks: Readonly<Record<string, { readonly hash: string }>>
  }>('p2p-vectors')
  const message = (name: string): Message => decodeMessage(openEnvelope(fromHex(frames[name]!)))
  const headersMessage = message('RSK_0x18_HEADERS_RES_blocks2to1')
  const headers = (headersMessage.kind === 'headers-response' ? headersMessage.headers : []).map((header) =>
    decodeCompressedHeader(header, regtest),
  )

  it('have the hashes that it reports, and link to their parents', () => {
    expect(headers.map(({ header }) => toHex(header.hash))).toEqual([blocks['2']!.hash, blocks['1']!.hash])
    expect(headers[0]!.header.parentHash).toEqual(headers[1]!.header.hash)
    expect(headers.map(({ header }) => proofOfWorkFault(header, regtest))).toEqual([undefined, undefined])
  })

  it('join to the bytes of the full block', () => {
    const body = message('RSK_0x18_BODY_RES_block1')
    const full = message('RSK_0x18_BLOCK_RES_block1')
    if (body.kind !== 'body-response' || full.kind !== 'block-response') throw new Error('other messages')
    expect(toHex(encodeBlock(joinBlock(headers[1]!, body, regtest)))).toBe(toHex(full.block))
  })
})

describe.each(headerForms)('a compressed header: $form', ({ network, number }) => {
  it('has the hash of the full header, and becomes it with the extension', () => {
    fc.assert(
      fc.property(arbitraryHeader(network, number), (header) => {
        const encoded = encodeCompressedHeader(header)
        const compressed = decodeCompressedHeader(encoded, network)
        expect(toHex(compressed.header.hash)).toBe(toHex(header.hash))
        expect(toHex(encodeHeader(compressed.header))).toBe(toHex(encoded))
        const { version } = header
        const extension = version === 0 ? null : { version, extension: encodeExtension(header) }
        expect(completeHeader(compressed, extension, network)).toEqual(header)
      }),
      { numRuns: 30 },
    )
  })

  it('decodes to a value or throws a DecodeError after any change, on every network', () => {
    const mutated = arbitraryHeader(network, number).chain((header) =>
      mutations(encodeCompressedHeader(header)),
    )
    fc.assert(
      fc.property(mutated, (bytes) => {
        for (const other of Object.values(networks)) {
          valueOrDecodeError(() => decodeCompressedHeader(bytes, other))
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a header of version 0', () => {
  it('is the same in both forms', () => {
    const header = headerFields(mainnet, 1)
    expect(encodeCompressedHeader(header)).toEqual(encodeHeader(header))
    expect(decodeCompressedHeader(encodeHeader(header), mainnet).extension).toBeNull()
  })
})

describe('a body that the header does not commit to', () => {
  const recorded = recordedBlocks('uncles').map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
  const block = recorded.find(({ uncles }) => uncles.length > 0)!
  const compressed = decodeCompressedHeader(encodeCompressedHeader(block.header), regtest)
  const body = bodyOfBlock(block)
  const bloom = new Uint8Array(256).fill(1)

  it.each<[string, Partial<EncodedBody>, string, string]>([
    ['no uncles', { uncles: fromHex('c0') }, 'body.uncles', "do not hash to the header's hash of uncles"],
    [
      'no transactions',
      { transactions: fromHex('c0') },
      'body.transactions',
      "do not hash to the header's transactions root",
    ],
    ['no extension', { extension: null }, 'body.extension', 'is not of version 2'],
    [
      'an extension of another version',
      { extension: { version: 1, extension: body.extension!.extension } },
      'body.extension',
      'is not of version 2',
    ],
    [
      'another bloom',
      { extension: { version: 2, extension: encodeExtension({ ...block.header, logsBloom: bloom }) } },
      'body.extension',
      "does not hash to the header's commitment",
    ],
  ])('is rejected for %s', (_name, changes, where, problem) => {
    expect(() => joinBlock(compressed, { ...body, ...changes }, regtest)).toThrow(
      new DecodeError(where, problem),
    )
  })

  it('is rejected by the count of its transactions before they are hashed', () => {
    const transaction = block.transactions[0]!.encoded
    const transactions = encodeRlpList(Array.from({ length: 16_385 }, () => transaction))
    expect(() => joinBlock(compressed, { ...body, transactions }, regtest)).toThrow('more than 16384 items')
  })

  it('joins to a block or throws a DecodeError after any change', () => {
    const extended = fc.record({
      transactions: mutations(body.transactions),
      extension: mutations(body.extension!.extension),
    })
    fc.assert(
      fc.property(extended, ({ transactions, extension }) => {
        valueOrDecodeError(() => joinBlock(compressed, { ...body, transactions }, regtest))
        valueOrDecodeError(() =>
          joinBlock(compressed, { ...body, extension: { version: 2, extension } }, regtest),
        )
      }),
      { numRuns: 100 },
    )
  })
})

describe('a compressed header is rejected', () => {
  const header = sealHeader(headerFields(regtest, 5), regtest)
  const items = (changed: Uint8Array): Uint8Array =>
    encodeHeader({ ...header, version: 0, edges: null, baseEvent: null, logsBloom: changed })

  it.each([
    ['a bloom', new Uint8Array(256)],
    ['a commitment of version 1', encodeRlp([fromHex('01'), header.hash])],
    ['a short hash', encodeRlp([fromHex('02'), fromHex('1234')])],
    ['more in the commitment', encodeRlp([fromHex('02'), header.hash, fromHex('01')])],
    ['nothing', fromHex('')],
  ])('with %s instead of the commitment', (_name, commitment) => {
    expect(() => decodeCompressedHeader(items(commitment), regtest)).toThrow(DecodeError)
  })

  it('with too few or too many items', () => {
    expect(() => decodeCompressedHeader(fromHex('c3010203'), regtest)).toThrow('header.number: is missing')
    const many = encodeRlpList(Array.from({ length: 24 }, () => fromHex('01')))
    expect(() => decodeCompressedHeader(many, regtest)).toThrow('has more than 23 items')
  })
})
