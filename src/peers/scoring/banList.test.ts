import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalAddress, formatIpAddress, parseIpAddress } from '../../primitives/addresses/ipAddress.ts'
import { BanList, TooManyBans } from './banList.ts'
import { InvalidBanTarget, resolveBanTarget } from './banTarget.ts'

const hosts: Readonly<Record<string, string>> = { 'peer.example': '10.0.0.7', localhost: '127.0.0.1' }
const target = (text: string) => resolveBanTarget(text, async (host) => hosts[host])

async function banned(...texts: readonly string[]): Promise<BanList> {
  const list = new BanList()
  for (const text of texts) list.add(await target(text))
  return list
}

describe('an address', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['2001:db8::1', '2001:db8:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['1::', '1:0:0:0:0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0:0:0:c000:221'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::ffff:a01:203', '10.1.2.3'],
    ['peer.example', 'peer.example'],
  ])('%s has one form, %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical)
  })

  it('is the same after formatting and parsing', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      fc.uint8Array({ minLength: 16, maxLength: 16 }).filter((address) => address[0] !== 0),
    )
    fc.assert(
      fc.property(bytes, (address) => {
        expect(parseIpAddress(formatIpAddress(address))).toEqual(address)
      }),
    )
  })
})

describe('a ban', () => {
  it.each([
    ['10.1.2.3', ['10.1.2.3', '::ffff:10.1.2.3'], ['10.1.2.4', '10.1.2']],
    ['10.9.0.0/16', ['10.9.0.1', '10.9.255.255'], ['10.10.0.1', '10.8.255.255']],
    ['10.9.5.5/20', ['10.9.0.0', '10.9.15.255'], ['10.9.16.0']],
    ['10.0.0.8/31', ['10.0.0.8', '10.0.0.9'], ['10.0.0.10', '10.0.0.7']],
    ['200.0.0.0/8', ['200.1.1.1', '200.255.255.255'], ['100.1.1.1', '201.0.0.0']],
    ['2001:db8::/32', ['2001:db8:ffff::1'], ['2001:db9::1']],
    ['10.1.2.3/32', ['10.1.2.3'], ['10.1.2.2']],
    ['2001:db8::1', ['2001:db8:0::1'], ['2001:db8::2']],
    ['2001:db8::/33', ['2001:db8:7fff::1'], ['2001:db8:8000::1', '10.1.2.3']],
    ['2001:db8::1/128', ['2001:db8::1'], ['2001:db8::']],
    ['peer.example', ['10.0.0.7'], ['10.0.0.8']],
    ['peer.example/24', ['10.0.0.1'], ['10.0.1.1']],
  ])('of %s', async (text, covered, others) => {
    const list = await banned(text)
    for (const address of covered) expect(list.covers(address), address).toBe(true)
    for (const address of others) expect(list.covers(address), address).toBe(false)
    list.remove(await target(text))
    for (const address of covered) expect(list.covers(address), address).toBe(false)
  })

  it.each([
    '',
    'nonsense',
    '1.2.3.4/1',
    '128.0.0.0/1',
    '10.0.0.0/7',
    '2001:db8::/31',
    '127.0.0.1',
    '127.5.5.5',
    'localhost',
    '::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
    '::',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/99',
    '10.0.0.0/x',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/1e1',
    '2001:db8::/129',
    '127.0.0.0/8',
    '/8',
  ])('of %j is rejected', async (text) => {
    await expect(target(text)).rejects.toThrow(new InvalidBanTarget(text))
  })

  it('of a block that contains loopback does not cover loopback', async () => {
    const list = await banned('::2/32')
    expect(list.covers('::1')).toBe(false)
    expect(list.covers('::3')).toBe(true)
  })

  it('is kept once; blocks of the same address with other sizes are separate bans', async () => {
    const list = await banned('10.0.0.0/8', '10.0.0.0/16', '10.0.0.1', '10.0.0.1', '10.5.0.0/8')
    expect(list.list()).toEqual(['10.0.0.1', '10.0.0.0/8', '10.0.0.0/16'])
    list.remove(await target('10.0.0.0/8'))
    expect(list.covers('10.200.0.1')).toBe(false)
    expect(list.covers('10.0.200.1')).toBe(true)
  })

  it('is rejected when there are ten thousand', () => {
    const list = new BanList()
    const nth = (number: number) => Uint8Array.of(10, number >> 16, number >> 8, number)
    for (let number = 0; number < 10_000; number++) list.add({ kind: 'address', address: nth(number) })
    expect(() => list.add({ kind: 'address', address: nth(10_000) })).toThrow(TooManyBans)
  })
})
