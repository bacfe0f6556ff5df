import { describe, expect, it } from 'vitest'
import { nameOfServer, parseServers } from './servers.ts'

describe('addresses of shared state', () => {
  it('name one server or several', () => {
    expect(parseServers('redis://one, rediss://ann:p%40ss@[::1]:7000/3')).toEqual([
      { host: 'one', port: 6379, isEncrypted: false, database: 0, username: undefined, password: undefined },
      { host: '::1', port: 7000, isEncrypted: true, database: 3, username: 'ann', password: 'p@ss' },
    ])
    expect(parseServers('redis://one,redis://[::1]:7').map(nameOfServer)).toEqual(['one:6379', '[::1]:7'])
  })

  it.each([
    ['', 'is not a URL'],
    ['localhost:6379', 'does not begin with redis://'],
    ['http://:secret@host', 'does not begin with redis://'],
    ['redis://', 'names no host'],
    ['redis://:secret@host:99999', 'is not a URL'],
    ['redis://:secret@host/sixteen', 'a number from 0 to 15'],
    ['redis://:secret@host/99', 'a number from 0 to 15'],
    ['redis://:secret@host?db=1', 'has parameters'],
    ['redis://:secret%zz@host', 'not percent-encoded'],
    [Array.from({ length: 17 }, () => 'redis://secret').join(','), 'more than 16'],
  ])('are refused when they are %j, without repeating them', (text, problem) => {
    expect(() => parseServers(text)).toThrow(problem)
    expect(() => parseServers(text)).not.toThrow('secret')
  })
})
