import { describe, expect, it } from 'vitest'
import { plainAddress } from './connection.ts'

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
