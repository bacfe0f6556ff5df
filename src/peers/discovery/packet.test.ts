import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { identityOf } from '../identity/nodeIdentity.ts'
import { type DiscoveryMessage, decodeMessage, encodeMessage } from './discoveryMessages.ts'
import { decodePacket, encodePacket, maximumPacketLength } from './packet.ts'

const vectors = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/vectors/p2p-vectors.json', import.meta.url), 'utf8'),
)
const probe = identityOf(fromHex(vectors.udp.ourKey))
const packets = Object.entries<string>(vectors.udp).filter(([name]) => name.includes('rskj_'))

const requestId = '9678f7d3-d5eb-4a9f-a47b-91d5d65ed492'
const requestIds = fc.uuid({ version: 4 })
const networkIds = fc.option(fc.nat(0xffff_ffff), { nil: undefined })
const addresses = fc.record({ host: fc.ipV4(), udpPort: fc.nat(0xffff), tcpPort: fc.nat(0xffff) })
const ids = fc.uint8Array({ minLength: 64, maxLength: 64 })
const messages: fc.Arbitrary<DiscoveryMessage> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('ping' as const, 'pong'),
    address: addresses,
    requestId: requestIds,
    networkId: networkIds,
  }),
  fc.record({
    kind: fc.constant('find-node' as const),
    target: ids,
    requestId: requestIds,
    networkId: networkIds,
  }),
  fc.record({
    kind: fc.constant('neighbours' as const),
    nodes: fc.array(
      fc.tuple(addresses, ids).map(([address, id]) => ({ ...address, id })),
      { maxLength: 20 },
    ),
    requestId: requestIds,
    networkId: networkIds,
  }),
)

describe('packets of discovery', () => {
  it('include all recorded packets', () => expect(packets).toHaveLength(6))

  it.each(packets)('decode the recorded %s and encode its list to the same bytes', (name, digits) => {
    const bytes = fromHex(digits)
    const { senderId, message } = decodePacket(bytes)
    expect(message.networkId).toBe(vectors.regtest.networkId)
    expect(toHexDigits(senderId)).toBe(
      name.startsWith('from') ? vectors.udp.rskjNodeId : toHexDigits(probe.id),
    )
    const { type, data } = encodeMessage(message)
    expect(toHexDigits(concatBytes(Uint8Array.of(type), data))).toBe(toHexDigits(bytes.subarray(97)))
  })

  it.each(packets.filter(([name]) => name.startsWith('accepted')))(
    'encode %s to the same bytes',
    (_name, digits) => {
      const { message } = decodePacket(fromHex(digits))
      expect(toHexDigits(encodePacket(message, probe.privateKey))).toBe(digits)
    },
  )

  it('decode to the message that was sent, and to the id of its sender', () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(decodePacket(encodePacket(message, probe.privateKey))).toEqual({ senderId: probe.id, message })
      }),
      { numRuns: 60 },
    )
  })

  it('are rejected after any change', () => {
    fc.assert(
      fc.property(fc.constantFrom(...packets), fc.nat(), ([, digits], place) => {
        const bytes = fromHex(digits)
        bytes[place % bytes.length]! ^= 1 + (place % 255)
        expect(() => decodePacket(bytes)).toThrow(DecodeError)
      }),
      { numRuns: 100 },
    )
  })

  it('decode to a message or throw a DecodeError, even with a correct hash', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...packets).chain(([, digits]) => mutations(fromHex(digits).subarray(32))),
        (signed) => {
          const bytes = concatBytes(keccak256(signed), signed)
          try {
            expect(decodePacket(bytes).senderId).toHaveLength(64)
          } catch (error) {
            expect(error).toBeInstanceOf(DecodeError)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each([0, 97, maximumPacketLength + 1])('are rejected with a length of %i', (length) => {
    expect(() => decodePacket(new Uint8Array(length))).toThrow(DecodeError)
  })
})

describe('messages of discovery', () => {
  const address = [asciiBytes('127.0.0.1'), Uint8Array.of(1), Uint8Array.of(1)]
  const id = asciiBytes(requestId)

  it('are accepted without a network id', () => {
    expect(decodeMessage(1, encodeRlp([[], address, id])).networkId).toBeUndefined()
  })

  it.each([
    ['another kind of request id', [[], address, asciiBytes('9678f7d3-d5eb-1a9f-a47b-91d5d65ed492')]],
    ['a second address of two items', [[], address.slice(1), id]],
    ['a port beyond all', [[], [address[0]!, Uint8Array.of(1, 0, 0), Uint8Array.of(1)], id]],
    ['a host as long as a book', [[], [new Uint8Array(254), Uint8Array.of(1), Uint8Array.of(1)], id]],
  ])('are rejected with %s', (_name, fields) => {
    expect(() => decodeMessage(1, encodeRlp(fields))).toThrow(DecodeError)
  })

  it('list neighbours with or without TCP port', () => {
    const nodeId = new Uint8Array(64).fill(7)
    const nodes = [
      [address[0]!, Uint8Array.of(5), Uint8Array.of(6), nodeId],
      [address[0]!, Uint8Array.of(5), nodeId],
    ]
    expect(decodeMessage(4, encodeRlp([nodes, id]))).toMatchObject({
      nodes: [
        { host: '127.0.0.1', udpPort: 5, tcpPort: 6, id: nodeId },
        { host: '127.0.0.1', udpPort: 5, tcpPort: 5, id: nodeId },
      ],
    })
  })

  it('contain at most twenty neighbours', () => {
    const node = [address[0]!, Uint8Array.of(5), Uint8Array.of(6), new Uint8Array(64)]
    const message = decodeMessage(4, encodeRlp([Array.from({ length: 60 }, () => node), id]))
    expect(message.kind === 'neighbours' && message.nodes).toHaveLength(20)
  })

  it.each([0, 5, 255])('are rejected with the type %i', (type) => {
    expect(() => decodeMessage(type, encodeRlp([]))).toThrow(DecodeError)
  })
})
