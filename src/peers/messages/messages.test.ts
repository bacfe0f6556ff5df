import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { valueOrDecodeError } from '../../primitives/decoding.cases.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHex, toHexDigits } from '../../primitives/hex.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { recordedVectors } from '../../primitives/recordings.cases.ts'
import { encodeRlp, encodeRlpList, type RlpValue } from '../../primitives/rlp/encode.ts'
import { arbitraryMessage, messageArbitraries } from './arbitraryMessages.cases.ts'
import { decodeMessage, openEnvelope } from './decodeMessage.ts'
import { encodeMessage } from './encodeMessage.ts'
import { decodeNetworkStatus, encodeNetworkStatus, formats, type Message } from './message.ts'

interface Captured {
  readonly frames: { readonly STATUS_0x10: string; readonly [name: string]: string }
  readonly regtest: { readonly networkId: number; readonly genesisHash: string }
  readonly blocks: Readonly<Record<string, { readonly hash: string }>>
}

const captured = recordedVectors<Captured>('p2p-vectors')
const frame = (name: string): Uint8Array => fromHex(captured.frames[name]!)
const decode = (payload: Uint8Array): Message => decodeMessage(openEnvelope(payload))
const envelope = (type: number, content: RlpValue): Uint8Array =>
  encodeRlp([[unsignedBytes(type), encodeRlp(content)]])

const hash = asHash(new Uint8Array(32).fill(7))

describe('a decoded message', () => {
  it('does not keep undecoded bytes in memory through its hashes', () => {
    const junk = new Uint8Array(1 << 20)
    const messages = [
      decode(envelope(formats['get-block'].type, [hash, junk])),
      decode(envelope(formats['body-request'].type, [unsignedBytes(1), [hash, junk]])),
      decode(envelope(formats.status.type, [unsignedBytes(5), hash, hash, unsignedBytes(1), junk])),
    ]
    const hashes = messages
      .flatMap((message) => Object.values(message))
      .filter((value) => value instanceof Uint8Array)
    expect(hashes.map(({ buffer }) => buffer.byteLength)).toEqual([32, 32, 32, 32])
  })
})

describe('messages that the reference node sent', () => {
  const names = Object.keys(captured.frames).filter((name) => name.startsWith('RSK_0x18_'))

  it.each(names)('%s is decoded and encoded to the same bytes', (name) => {
    expect(toHexDigits(encodeMessage(decode(frame(name))))).toBe(captured.frames[name])
  })

  it('contain a status whose difficulty is two’s complement', () => {
    expect(decode(frame('RSK_0x18_STATUS'))).toMatchObject({
      kind: 'status',
      bestNumber: 2600,
      totalDifficulty: 2601n,
    })
  })

  it('answer a request for a hash, headers, a body and a skeleton under its id', () => {
    const height1 = decode(frame('RSK_0x18_BLOCK_HASH_RES_height1'))
    expect(height1).toEqual({
      kind: 'block-hash-response',
      id: 2,
      hash: fromHex(captured.blocks['1']!.hash),
    })
    const headers = decode(frame('RSK_0x18_HEADERS_RES_blocks2to1'))
    expect(headers.kind === 'headers-response' && headers.headers.length).toBe(2)
    const body = decode(frame('RSK_0x18_BODY_RES_block1'))
    expect(body.kind === 'body-response' && body.extension?.version).toBe(2)
    const skeleton = decode(frame('RSK_0x18_SKELETON_RES_from0'))
    const points = skeleton.kind === 'skeleton-response' ? skeleton.points : []
    expect(points.map(({ number }) => number).slice(0, 3)).toEqual([0, 192, 384])
    expect(toHex(points[0]!.hash)).toBe(captured.regtest.genesisHash)
  })

  it('begin with the network status, whose difficulty is unsigned', () => {
    const status = decodeNetworkStatus(frame('STATUS_0x10'))
    expect(status).toMatchObject({ protocolVersion: 62, networkId: 7771, totalDifficulty: 2601n })
    expect(toHex(status.genesisHash)).toBe(captured.regtest.genesisHash)
    expect(toHexDigits(encodeNetworkStatus(status))).toBe(captured.frames.STATUS_0x10)
  })
})

describe.each(Object.entries(messageArbitraries))('%s', (kind, arbitrary) => {
  it('decodes to the message that was encoded', () => {
    fc.assert(
      fc.property(arbitrary, (message) => {
        const payload = encodeMessage(message)
        expect(openEnvelope(payload).kind).toBe(kind)
        expect(decode(payload)).toEqual(message)
      }),
      { numRuns: 30 },
    )
  })
})

describe('difficulties', () => {
  const status = (difficulty: string): Uint8Array =>
    envelope(formats.status.type, [fromHex('05'), hash, hash, fromHex(difficulty)])

  it('have a leading zero when their top bit is set', () => {
    const message: Message = {
      kind: 'status',
      bestNumber: 5,
      bestHash: hash,
      bestParentHash: hash,
      totalDifficulty: 128n,
    }
    expect(encodeMessage(message)).toEqual(status('0080'))
    expect(decode(status('0080'))).toEqual(message)
  })

  it('without the leading zero are negative and rejected', () => {
    expect(() => decode(status('80'))).toThrow(new DecodeError('status.totalDifficulty', 'is negative'))
  })

  it('of the network status have no leading zero', () => {
    const status = {
      protocolVersion: 62,
      networkId: 1,
      totalDifficulty: 128n,
      bestHash: hash,
      genesisHash: hash,
    }
    const encoded = encodeNetworkStatus(status)
    expect(toHexDigits(encoded)).toContain('3e018180a0')
    expect(decodeNetworkStatus(encoded)).toEqual(status)
  })
})

describe('forms that the reference node accepts', () => {
  it('include a list instead of a string that contains it, and the reverse', () => {
    const block = [[fromHex('01')], [], []]
    expect(decode(envelope(formats.block.type, [block]))).toEqual(
      decode(envelope(formats.block.type, [encodeRlp(block)])),
    )
    const header = encodeRlp([fromHex('01')])
    const response = (headers: RlpValue) =>
      envelope(formats['headers-response'].type, [fromHex('09'), headers])
    expect(decode(response([[[fromHex('01')]]]))).toEqual({
      kind: 'headers-response',
      id: 9,
      headers: [header],
    })
    expect(decode(response(encodeRlp([[header]])))).toEqual({
      kind: 'headers-response',
      id: 9,
      headers: [header],
    })
  })

  it('include a content that is a list instead of a string', () => {
    const payload = encodeRlp([[unsignedBytes(formats['get-block'].type), [hash]]])
    expect(decode(payload)).toEqual({ kind: 'get-block', hash })
  })

  it('include additional items, which are ignored', () => {
    expect(decode(envelope(formats['new-block-hash'].type, [hash, fromHex('01')]))).toEqual({
      kind: 'new-block-hash',
      hash,
    })
  })
})

describe('messages are rejected', () => {
  it.each([0, 4, 5, 19, 26, 255])('with the unknown type %i', (type) => {
    expect(() => openEnvelope(envelope(type, []))).toThrow(
      new DecodeError('message.type', `is ${type}, which does not exist`),
    )
  })

  it.each([
    ['an empty payload', fromHex('')],
    ['an empty list', fromHex('c0')],
    ['a string', fromHex('8401020304')],
  ])('with %s', (_name, payload) => {
    expect(() => openEnvelope(payload)).toThrow(DecodeError)
  })

  it('with an empty content', () => {
    expect(() => decode(encodeRlp([[unsignedBytes(formats['get-block'].type), new Uint8Array(0)]]))).toThrow(
      DecodeError,
    )
  })

  it.each([
    ['headers-response', 193, (items: Uint8Array) => encodeRlpList([fromHex('01'), encodeRlpList([items])])],
    ['new-block-hashes', 1025, (items: Uint8Array) => items],
    ['transactions', 16_385, (items: Uint8Array) => items],
  ] as const)('as %s of %i items', (kind, count, contentOf) => {
    const item = kind === 'new-block-hashes' ? encodeRlp([hash, fromHex('01')]) : fromHex('c0')
    const content = contentOf(encodeRlpList(Array.from({ length: count }, () => item)))
    expect(() => decodeMessage({ kind, content })).toThrow(`has more than ${count - 1} items`)
  })
})

describe('decoding hostile bytes', () => {
  it('yields a message or a DecodeError for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(25), (bytes, type) => {
        valueOrDecodeError(() => decode(bytes))
        valueOrDecodeError(() => decodeNetworkStatus(bytes))
        valueOrDecodeError(() => decode(encodeRlp([[unsignedBytes(type), bytes]])))
        valueOrDecodeError(() => decode(envelope(type, bytes)))
      }),
      { numRuns: 1000 },
    )
  })

  it('yields a message or a DecodeError after any change of a valid message', () => {
    fc.assert(
      fc.property(
        arbitraryMessage.chain((message) => mutations(encodeMessage(message))),
        (bytes) => {
          valueOrDecodeError(() => decode(bytes))
        },
      ),
      { numRuns: 2000 },
    )
  })
})
