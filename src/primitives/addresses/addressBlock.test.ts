import { describe, expect, it } from 'vitest'
import { sourceOf } from './addressBlock.ts'

describe('the source of an address', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['2001:db8::1', '2001:db8:0:0:0:0:0:0'],
    ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0:0:0:0:0'],
    ['2001:db8:5:6::', '2001:db8:5:6:0:0:0:0'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['not an address', 'not an address'],
    ['2001:db8:5:6:7:8::9', '2001:db8:5:6:0:0:0:0'],
  ])('of %s is %s', (address, source) => {
    expect(sourceOf(address)).toBe(source)
  })
})
