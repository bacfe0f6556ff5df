import { describe, expect, it } from 'vitest'
import { clientAddress, forwardedAddress, isOwnMachine, parseProxy } from './clientAddress.ts'

describe('clientAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:0:0:0:0'],
    ['::1', '127.0.0.1'],
    ['127.0.0.2', '127.0.0.2'],
    [undefined, ''],
  ])('of %s is %s', (remoteAddress, address) => {
    expect(clientAddress(remoteAddress)).toBe(address)
  })

  it('tells clients on the same machine from others', () => {
    expect(['127.0.0.1', '127.0.0.2'].every(isOwnMachine)).toBe(true)
    expect(['192.0.2.7', '12.7.0.1', ''].some(isOwnMachine)).toBe(false)
  })
})

const proxies = ['127.0.0.1', '10.0.0.0/8', 'fd00:1::/32'].map((text) => parseProxy(text)!)

describe('the client behind trusted proxies', () => {
  it.each([
    ['one proxy', '203.0.113.7', '127.0.0.1', '203.0.113.7'],
    ['two proxies', '203.0.113.7, 10.1.2.3', '127.0.0.1', '203.0.113.7'],
    ['a proxy of IPv6', '203.0.113.7', 'fd00:1::', '203.0.113.7'],
    ['a header with a forged beginning', '198.51.100.1, 203.0.113.7', '10.0.0.9', '203.0.113.7'],
    ['a client of IPv6, by its network', '2001:db8:1:2:3:4:5:6', '127.0.0.1', '2001:db8:1:2:0:0:0:0'],
    ['a header in two lines', ['198.51.100.1', '203.0.113.7'], '127.0.0.1', '203.0.113.7'],
  ])('is found with %s', (_, header, connected, client) => {
    expect(forwardedAddress(header, connected, proxies)).toBe(client)
  })

  it.each([
    ['the header comes from another machine', '198.51.100.1', '203.0.113.7'],
    ['the header is missing', undefined, '127.0.0.1'],
    ['the header has no address', 'unknown', '127.0.0.1'],
    ['the header has an obfuscated name', '_hidden, 10.1.1.1', '10.1.1.1'],
  ])('is the connected machine, or the last known proxy, when %s', (_, header, client) => {
    const connected = client === '10.1.1.1' ? '127.0.0.1' : client
    expect(forwardedAddress(header, connected, proxies)).toBe(client)
  })
})

describe('the address of a proxy', () => {
  it.each(['localhost', '10.0.0.0/33', '::1/129', '10.0.0', '', '10.0.0.0/'])('is not %j', (text) => {
    expect(parseProxy(text)).toBeUndefined()
  })
})
