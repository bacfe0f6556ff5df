import { describe, expect, it } from 'vitest'
import { plainAddress, sourceOf } from './remoteAddress.ts'

describe('a plain address', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::FFFF:10.0.0.1', '10.0.0.1'],
    ['::1', '::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('of %s is %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain)
  })
})

describe('the source of packets and calls', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0'],
    ['2001:db8:5:6::', '2001:db8:5:6'],
    ['::1', '0:0:0:0'],
    ['2001:db8:5:6:7:8::9', '2001:db8:5:6'],
  ])('of %s is %s', (address, source) => {
    expect(sourceOf(address)).toBe(source)
  })
})
