import { describe, expect, it } from 'vitest'
import { isReachable } from './reachable.ts'

describe('an address that a node has reported', () => {
  it.each([
    ['8.8.8.8', '9.9.9.9', true],
    ['2001:db8::1', '9.9.9.9', true],
    ['192.168.0.7', '192.168.0.1', true],
    ['8.8.8.8', '127.0.0.1', true],
    ['192.168.0.7', '9.9.9.9', false],
    ['127.0.0.1', '9.9.9.9', false],
    ['::1', '2001:db8::1', false],
    ['fe80::1', '9.9.9.9', false],
    ['0.0.0.0', '127.0.0.1', false],
    ['::', '::1', false],
    ['224.0.0.1', '9.9.9.9', false],
    ['255.255.255.255', '127.0.0.1', false],
    ['ff02::1', '::1', false],
    ['localhost', '127.0.0.1', false],
    ['', '127.0.0.1', false],
    ['fe80::1%eth0', '127.0.0.1', false],
  ])('%s by %s may be pinged: %s', (host, reporter, expected) => {
    expect(isReachable(host, reporter)).toBe(expected)
  })

  it('is recognised as local in its mapped IPv6 form', () => {
    expect(isReachable('::ffff:127.0.0.1', '9.9.9.9')).toBe(false)
    expect(isReachable('::ffff:192.168.0.1', '9.9.9.9')).toBe(false)
  })
})
