import { describe, expect, it } from 'vitest'
import { clientAddress, isOwnMachine } from './clientAddress.ts'

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
