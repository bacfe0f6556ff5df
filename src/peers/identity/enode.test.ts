import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { formatEnode, formatPeerAddress, parseEnode, parseNodeId, parsePeerAddress } from './enode.ts'
import { identityOf } from './nodeIdentity.ts'

const { id } = identityOf(wordBytes(7n))
const digits = toHexDigits(id)

describe('an enode', () => {
  it.each(['127.0.0.1', 'bootstrap01.rsk.co', '2001:db8::1', '::1', 'host_with-odd.name'])(
    'with the host %s is read as it is written',
    (host) => {
      const node = { id, host, port: 5050 }
      expect(parseEnode(formatEnode(node))).toEqual(node)
    },
  )

  it('puts an IPv6 address in brackets', () => {
    expect(formatEnode({ id, host: '::1', port: 1 })).toBe(`enode://${digits}@[::1]:1`)
  })

  it('may have a query, which is ignored', () => {
    expect(parseEnode(`enode://${digits}@10.0.0.1:30303?discport=0`)).toMatchObject({ port: 30303 })
  })

  it.each([
    ['another scheme', `enr://${digits}@10.0.0.1:1`],
    ['no host', `enode://${digits}`],
    ['a short id', `enode://${digits.slice(2)}@10.0.0.1:1`],
    ['an id off the curve', `enode://${'11'.repeat(64)}@10.0.0.1:1`],
    ['letters in the id', `enode://${digits.slice(2)}xx@10.0.0.1:1`],
    ['no port', `enode://${digits}@10.0.0.1`],
    ['port 0', `enode://${digits}@10.0.0.1:0`],
    ['port 65536', `enode://${digits}@10.0.0.1:65536`],
    ['a port in words', `enode://${digits}@10.0.0.1:http`],
    ['a bare IPv6 address', `enode://${digits}@::1:30303`],
    ['brackets around a name', `enode://${digits}@[example.org]:1`],
    ['a host with a slash', `enode://${digits}@a/b:1`],
    ['a host of 300 characters', `enode://${digits}@${'a'.repeat(300)}:1`],
  ])('is rejected with %s', (_name, text) => {
    expect(() => parseEnode(text)).toThrow(DecodeError)
  })

  it('parses to a value or throws a DecodeError for any text', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((rest) => `enode://${digits}@${rest}`),
    )
    fc.assert(
      fc.property(text, (input) => {
        try {
          expect(parseEnode(input).port).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('an address', () => {
  it('is parsed in the form in which it is formatted', () => {
    for (const text of ['example.org:5050', '10.0.0.1:1', '[fe80::1]:65535']) {
      expect(formatPeerAddress(parsePeerAddress(text))).toBe(text)
    }
  })
})

describe('a node id', () => {
  it('is a point of the curve in 128 digits', () => {
    expect(parseNodeId(digits)).toEqual(id)
    expect(() => parseNodeId('00'.repeat(64))).toThrow('is not a public key')
  })
})
