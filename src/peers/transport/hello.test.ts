import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { decodeDisconnect, encodeDisconnect } from './baseProtocol.ts'
import { disconnectReasons } from './disconnectReason.ts'
import { decodeHello, encodeHello, understands } from './hello.ts'

const vectors = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/vectors/p2p-vectors.json', import.meta.url), 'utf8'),
)
const recorded: string = vectors.frames.HELLO_0x00

describe('Hello', () => {
  it('decodes the Hello of the reference node and encodes it to the same bytes', () => {
    const hello = decodeHello(fromHex(recorded))
    expect(hello).toMatchObject({
      p2pVersion: 4,
      clientId: 'Ethereum(J)/v9.1.0/Linux/Dev/Java/RegTest',
      capabilities: [{ name: 'rsk', version: 62 }],
      listenPort: 50601,
    })
    expect(understands(hello)).toBe(true)
    expect(toHexDigits(encodeHello(hello))).toBe(recorded)
  })

  it('ignores unknown fields and reads any number of capabilities', () => {
    const name = Uint8Array.of(0x72)
    const capabilities = Array.from({ length: 500 }, () => [name, Uint8Array.of(1)])
    const bytes = encodeRlp([Uint8Array.of(5), name, capabilities, name, new Uint8Array(64), [name], name])
    expect(decodeHello(bytes).capabilities).toHaveLength(64)
  })

  it('replaces control characters in names', () => {
    const bytes = encodeRlp([
      Uint8Array.of(4),
      Uint8Array.of(0x41, 0x1b, 0xff, 0x42),
      [],
      new Uint8Array(0),
      new Uint8Array(0),
    ])
    expect(decodeHello(bytes).clientId).toBe('A??B')
  })

  it.each([3, 6, 0])('is rejected in version %i', (p2pVersion) => {
    expect(understands({ ...decodeHello(fromHex(recorded)), p2pVersion })).toBe(false)
  })

  it('decodes to a value or throws a DecodeError for any bytes', () => {
    fc.assert(
      fc.property(fc.oneof(mutations(fromHex(recorded)), fc.uint8Array({ maxLength: 100 })), (bytes) => {
        try {
          expect(decodeHello(bytes).clientId.length).toBeLessThanOrEqual(256)
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('Disconnect', () => {
  it('is a list with the reason', () => {
    expect(toHexDigits(encodeDisconnect(disconnectReasons.requested))).toBe('c180')
    expect(toHexDigits(encodeDisconnect(disconnectReasons.unknown))).toBe('c281ff')
    for (const reason of Object.values(disconnectReasons)) {
      expect(decodeDisconnect(encodeDisconnect(reason))).toBe(reason)
    }
  })

  it.each([
    ['04', disconnectReasons.tooManyPeers],
    ['80', disconnectReasons.requested],
    ['c0', disconnectReasons.unknown],
    ['c155', disconnectReasons.unknown],
    ['', disconnectReasons.unknown],
    ['ff', disconnectReasons.unknown],
  ])('is also read from %s', (digits, reason) => {
    expect(decodeDisconnect(fromHex(digits))).toBe(reason)
  })
})
