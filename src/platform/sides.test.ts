import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as nodeBuffer from './buffer.ts'
import * as pageBuffer from './buffer.web.ts'
import * as nodeChecksum from './checksum.ts'
import * as pageChecksum from './checksum.web.ts'
import * as nodeCompression from './compression.ts'
import * as pageCompression from './compression.web.ts'
import { EventEmitter as NodeEvents } from './events.ts'
import { EventEmitter as PageEvents } from './events.web.ts'
import * as nodeIp from './ipText.ts'
import * as pageIp from './ipText.web.ts'
import * as nodePassphrases from './passphrases.ts'
import * as pagePassphrases from './passphrases.web.ts'
import * as nodeTurns from './turns.ts'
import * as pageTurns from './turns.web.ts'

/* Whatever the shared rooms ask of the platform, a page answers as Node does. */

const bytes = fc.uint8Array({ maxLength: 300 })
const latin1 = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) })
const plain = (content: Uint8Array): Uint8Array => new Uint8Array(content)

describe('Buffer in a page', () => {
  const node = nodeBuffer.Buffer
  const page = pageBuffer.Buffer

  it('reads bytes as the same text', () => {
    fc.assert(
      fc.property(bytes, fc.nat(300), fc.nat(300), (content, start, end) => {
        for (const encoding of ['utf8', 'latin1', 'hex', 'base64'] as const) {
          expect(page.from(content).toString(encoding)).toBe(node.from(content).toString(encoding))
        }
        const [first, last] = [
          Math.min(start, end, content.length),
          Math.min(Math.max(start, end), content.length),
        ]
        expect(page.from(content).toString('hex', first, last)).toBe(
          node.from(content).toString('hex', first, last),
        )
        expect(pageBuffer.isUtf8(content)).toBe(nodeBuffer.isUtf8(content))
      }),
    )
  })

  it('reads text longer than the arguments of a call', () => {
    const content = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251)
    expect(page.from(content).toString('latin1')).toBe(node.from(content).toString('latin1'))
  })

  it('makes the same bytes of text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), latin1, bytes, (text, narrow, content) => {
        expect(plain(page.from(text))).toEqual(plain(node.from(text)))
        expect(page.byteLength(text)).toBe(node.byteLength(text))
        expect(plain(page.from(narrow, 'latin1'))).toEqual(plain(node.from(narrow, 'latin1')))
        const base64 = node.from(content).toString('base64')
        expect(plain(page.from(base64, 'base64'))).toEqual(content)
      }),
    )
  })

  it.each(['', '0', '00', 'aBfF09', '12zz34', 'zz', '123'])(
    'reads the hex %j up to what is not hex',
    (text) => {
      expect(plain(page.from(text, 'hex'))).toEqual(plain(node.from(text, 'hex')))
      const [target, expected] = [page.alloc(2), node.alloc(2)]
      expect(target.write(text, 'hex')).toBe(expected.write(text, 'hex'))
      expect(plain(target)).toEqual(plain(expected))
    },
  )

  it('writes text and numbers at a place', () => {
    fc.assert(
      fc.property(latin1, fc.nat(5), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (text, offset, value) => {
        const [target, expected] = [page.alloc(20), node.alloc(20)]
        expect(target.write(text, offset, 'latin1')).toBe(expected.write(text, offset, 'latin1'))
        target.writeUInt32BE(value, 1)
        expected.writeUInt32BE(value, 1)
        target.writeUIntBE(value * 256, 8, 6)
        expected.writeUIntBE(value * 256, 8, 6)
        expect(plain(target)).toEqual(plain(expected))
        expect(target.readUIntBE(8, 6)).toBe(expected.readUIntBE(8, 6))
      }),
    )
  })

  it('copies arrays, views memory and joins', () => {
    const content = Uint8Array.of(1, 2, 3, 4)
    const copy = page.from(content)
    const view = page.from(content.buffer, 1, 2)
    content.fill(9)
    expect([...copy]).toEqual([1, 2, 3, 4])
    expect([...view]).toEqual([9, 9])
    expect([...page.concat([copy, view])]).toEqual([1, 2, 3, 4, 9, 9])
  })

  it('finds text in bytes', () => {
    fc.assert(
      fc.property(latin1, latin1, latin1, (before, text, after) => {
        fc.pre(text !== '')
        const content = before + text + after
        expect(page.from(content, 'latin1').includes(text)).toBe(true)
        expect(page.from(before, 'latin1').includes(text)).toBe(
          node.from(before, 'latin1').includes(text, 0, 'latin1'),
        )
      }),
    )
  })
})

it('a page has the checksum of zlib, which continues', () => {
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      const start = pageChecksum.crc32(first)
      expect(start).toBe(nodeChecksum.crc32(first))
      expect(pageChecksum.crc32(second, start)).toBe(nodeChecksum.crc32(second, start))
    }),
  )
})

it('each side unpacks what the other has packed, up to a length', async () => {
  const content = Uint8Array.from({ length: 100_000 }, (_, index) => index % 7)
  expect(plain(await nodeCompression.gunzip(await pageCompression.gzip(content), 100_000))).toEqual(content)
  expect(plain(await pageCompression.gunzip(await nodeCompression.gzip(content), 100_000))).toEqual(content)
  const packed = await nodeCompression.gzip(content)
  for (const { gunzip } of [nodeCompression, pageCompression]) {
    await expect(gunzip(packed, 99_999)).rejects.toThrow()
    await expect(gunzip(packed.subarray(0, 40), 100_000)).rejects.toThrow()
  }
})

it.each([
  '127.0.0.1',
  '256.1.1.1',
  '1.2.3',
  '01.2.3.4',
  '::',
  '::1',
  '1::2::3',
  '::ffff:1.2.3.4',
  'fe80::g',
  'x',
  '',
])('both sides agree whether %j is an address', (text) => {
  expect(pageIp.isIPv4(text)).toBe(nodeIp.isIPv4(text))
  expect(pageIp.isIPv6(text)).toBe(nodeIp.isIPv6(text))
})

it('both sides stretch a passphrase and encrypt alike', async () => {
  const salt = Uint8Array.of(1, 2, 3)
  const cost = { n: 4, r: 8, p: 2 }
  const key = await nodePassphrases.stretchByScrypt('words é', salt, cost, 32, 1 << 20)
  expect(plain(await pagePassphrases.stretchByScrypt('words é', salt, cost, 32, 1 << 20))).toEqual(plain(key))
  expect(plain(await pagePassphrases.stretchWithSha256('words', salt, 3, 32))).toEqual(
    plain(await nodePassphrases.stretchWithSha256('words', salt, 3, 32)),
  )
  const counter = new Uint8Array(16).fill(255)
  const secret = await pagePassphrases.aes128Ctr(key.subarray(0, 16), counter, key)
  expect(plain(secret)).toEqual(plain(await nodePassphrases.aes128Ctr(key.subarray(0, 16), counter, key)))
  expect(plain(await pagePassphrases.aes128Ctr(key.subarray(0, 16), counter, secret))).toEqual(plain(key))
  expect(pagePassphrases.equalSecrets(key, plain(key))).toBe(true)
  expect(pagePassphrases.equalSecrets(key, plain(secret))).toBe(false)
})

interface Told {
  readonly count: [number]
}

interface Emitter {
  on(name: 'count', listener: (count: number) => void): Emitter
  once(name: 'count', listener: (count: number) => void): Emitter
  off(name: 'count', listener: (count: number) => void): Emitter
  emit(name: 'count', count: number): boolean
  listenerCount(name: 'count'): number
}

describe.each([
  ['Node', (): Emitter => new NodeEvents<Told>()],
  ['a page', (): Emitter => new PageEvents<Told>()],
])('events of %s', (_, makeEvents) => {
  it('call listeners in their order, and once if asked', () => {
    const heard: string[] = []
    const events = makeEvents()
    events.on('count', (count) => heard.push(`a${count}`)).once('count', (count) => heard.push(`b${count}`))
    expect(events.listenerCount('count')).toBe(2)
    expect([events.emit('count', 1), events.emit('count', 2)]).toEqual([true, true])
    expect(heard).toEqual(['a1', 'b1', 'a2'])
  })

  it('forget a listener, even while they are called', () => {
    const heard: string[] = []
    const events = makeEvents()
    const second = (): void => void heard.push('second')
    events.on('count', () => events.off('count', second)).on('count', second)
    events.emit('count', 1)
    events.emit('count', 2)
    expect(heard).toEqual(['second'])
    expect(makeEvents().emit('count', 1)).toBe(false)
  })
})

it('turns of a page keep their order and come after what is settled', async () => {
  const order: string[] = []
  for (const { soon, nextTurn } of [nodeTurns, pageTurns]) {
    order.length = 0
    soon(() => order.push('first'))
    soon(() => order.push('second'))
    Promise.resolve().then(() => order.push('settled'))
    await nextTurn()
    expect(order).toEqual(['settled', 'first', 'second'])
  }
})
