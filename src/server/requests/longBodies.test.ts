import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { Holdings } from '../../primitives/bounds/holdings.ts'
import { parseBody, textOfBody } from '../../rpc/envelope/request.ts'
import { guestCaller } from '../keys/authority.ts'
import { LongBodies } from './longBodies.ts'

const maximumDepth = 64
let bodies: LongBodies
let received: Holdings

function open(total = 1 << 30): void {
  received = new Holdings({ total, perOwner: () => total })
  bodies = new LongBodies(received, maximumDepth)
}
afterEach(() => bodies.close())

const client = (name: string, isGone = false) => ({ caller: guestCaller(name), isGone })
const alice = client('192.0.2.1')
const request = (member: string): string => `{"jsonrpc":"2.0","id":1,"method":"m",${member}}`

describe('a long body', () => {
  it('parses to the same value as in the main thread', async () => {
    open()
    const texts = [
      request('"params":["\\u00e9€😀\\ud800",-0,1e400,0.1,{"__proto__":{"a":1},"2":0,"1":0}]'),
      request('"params":[]').replace(':1,', ':12345678901234567890,'),
      `[${request('"params":[]')},${request('"params":[]').replace(':1,', ':-98765432109876543210,')}]`,
      '\ufeff[]',
      '',
      '{',
      'null',
      '['.repeat(65),
      `[${'0,'.repeat(50_001)}0]`,
      `{${'"a":0,'.repeat(20_001)}"a":0}`,
    ].map((text) => Buffer.from(text))
    for (const body of [...texts, Buffer.from([0x22, 0xff, 0x22])]) {
      const expected = parseBody(textOfBody(body), maximumDepth)
      const parsed = await bodies.parse(alice, body)
      expect(parsed).toStrictEqual(expected)
      expect(JSON.stringify(parsed)).toBe(JSON.stringify(expected))
    }
  })

  it('of any value is the same', async () => {
    open()
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        expect(await bodies.parse(alice, Buffer.from(text))).toStrictEqual(parseBody(text, maximumDepth))
      }),
    )
  })

  it('counts as received until it has been parsed', async () => {
    open()
    const parsed = bodies.parse(alice, Buffer.from('[1]'))
    expect(received.sum).toBe(3)
    expect(await parsed).toEqual([1])
    expect(received.sum).toBe(0)
  })

  it('of the owner that holds most is dropped when the memory is full', async () => {
    open(16)
    const bob = client('192.0.2.2')
    const own = ['[1,2,3]', '[4,5,6]', '[7,8,9]'].map((text) => bodies.parse(alice, Buffer.from(text)))
    expect(await bodies.parse(bob, Buffer.from('[0]'))).toEqual([0])
    expect(await Promise.all(own)).toEqual([undefined, [4, 5, 6], [7, 8, 9]])
    expect(received.sum).toBe(0)
  })

  it('of a client that has left is not parsed', async () => {
    open()
    expect(await bodies.parse(client('192.0.2.3', true), Buffer.from('[1]'))).toBeUndefined()
    expect(received.sum).toBe(0)
  })

  it('waits for the turn of its owner', async () => {
    open()
    const order: string[] = []
    const parse = async (name: string, text: string): Promise<void> => {
      await bodies.parse(client(name), Buffer.from(text))
      order.push(name)
    }
    const long = `["${'\\u0041'.repeat(200_000)}"]`
    const floods = Array.from({ length: 6 }, () => parse('192.0.2.1', long))
    await Promise.all([...floods, parse('192.0.2.2', long)])
    expect(order.indexOf('192.0.2.2')).toBeLessThan(3)
  })

  it('fails when its thread ends, and the next one has another thread', async () => {
    open()
    const failing = expect(bodies.parse(alice, Buffer.from('[1]'))).rejects.toThrow(
      'the thread cambium bodies',
    )
    bodies.close()
    await failing
    expect(await bodies.parse(alice, Buffer.from('[2]'))).toEqual([2])
  })
})
