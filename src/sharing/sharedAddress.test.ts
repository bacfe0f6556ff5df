import { describe, expect, it } from 'vitest'
import { nameOfServer, parseAddress } from './sharedAddress.ts'

const plain = { isEncrypted: false, database: 0, username: undefined, password: undefined }

describe('addresses of shared state', () => {
  it('name one server or several', () => {
    expect(parseAddress('redis://one, rediss://ann:p%40ss@[::1]:7000/3')).toEqual({
      kind: 'list',
      servers: [
        { ...plain, host: 'one', port: 6379 },
        { host: '::1', port: 7000, isEncrypted: true, database: 3, username: 'ann', password: 'p@ss' },
      ],
    })
    expect(parseAddress('redis://one,redis://[::1]:7').servers.map(nameOfServer)).toEqual([
      'one:6379',
      '[::1]:7',
    ])
  })

  it('name the servers of a cluster', () => {
    expect(parseAddress('redis+cluster://one,two:7000')).toEqual({
      kind: 'cluster',
      servers: [
        { ...plain, host: 'one', port: 6379 },
        { ...plain, host: 'two', port: 7000 },
      ],
    })
    expect(parseAddress('rediss+cluster://ann:p%2Css@[::1]:7000,one/').servers).toEqual([
      { host: '::1', port: 7000, isEncrypted: true, database: 0, username: 'ann', password: 'p,ss' },
      { host: 'one', port: 6379, isEncrypted: true, database: 0, username: 'ann', password: 'p,ss' },
    ])
  })

  it('name Sentinels and the primary that they watch', () => {
    expect(parseAddress('redis+sentinel://one,two:7000/state%2F1/2')).toEqual({
      kind: 'sentinel',
      primary: 'state/1',
      servers: [
        { ...plain, database: 2, host: 'one', port: 26_379 },
        { ...plain, database: 2, host: 'two', port: 7000 },
      ],
    })
  })

  it.each([
    ['', 'is not a URL'],
    ['localhost:6379', 'does not begin with redis://'],
    ['http://:secret@host', 'does not begin with redis://'],
    ['redis+other://secret', 'does not begin with redis://'],
    ['redis://', 'names no host'],
    ['redis://:secret@host:99999', 'is not a URL'],
    ['redis://:secret@host/sixteen', 'a number from 0 to 15'],
    ['redis://:secret@host/99', 'a number from 0 to 15'],
    ['redis://:secret@host?db=1', 'has parameters'],
    ['redis://:secret%zz@host', 'not percent-encoded'],
    [Array.from({ length: 17 }, () => 'redis://secret').join(','), 'more than 16'],
    ['redis+cluster://', 'names no host'],
    ['redis+cluster://:secret@one,,two', 'is not a URL'],
    ['redis+cluster://:secret@one/1', 'names a database'],
    ['redis+cluster://redis://:secret@one', 'names a database'],
    [`redis+cluster://${Array.from({ length: 17 }, () => 'secret').join(',')}`, 'more than 16'],
    ['redis+sentinel://:secret@one', 'does not name the primary'],
    ['redis+sentinel://:secret@one//1', 'does not name the primary'],
    ['redis+sentinel://:secret@one/name/1/2', 'does not name the primary'],
    ['redis+sentinel://:secret@one/name/x', 'a number from 0 to 15'],
    ['redis+sentinel://:secret@one/%zz', 'not percent-encoded'],
  ])('are refused when they are %j, without repeating them', (text, problem) => {
    expect(() => parseAddress(text)).toThrow(problem)
    expect(() => parseAddress(text)).not.toThrow('secret')
  })
})
