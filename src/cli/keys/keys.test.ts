import { describe, expect, it } from 'vitest'
import { parseArguments } from '../commandLine/arguments.ts'
import { grantOptions, grantsOf, limitChanges, limitOptions, momentAfter, spanMs } from './grantOptions.ts'
import { keyAsJson, keyTable } from './keyDescriptions.ts'

const now = Date.UTC(2030, 0, 1)
const granted = (...words: string[]) => grantsOf(parseArguments(words, grantOptions, {}), now)

describe('spanMs and momentAfter', () => {
  it.each([
    ['90d', 7_776_000_000],
    ['12h', 43_200_000],
    ['30m', 1_800_000],
    ['5s', 5_000],
    ['2w', 1_209_600_000],
    ['5', undefined],
    ['-5d', undefined],
    ['5 d', undefined],
  ])('the span %s is %s ms', (text, ms) => expect(spanMs(text)).toBe(ms))

  it.each([
    ['1d', '2030-01-02T00:00:00.000Z'],
    ['2030-12-31', '2030-12-31T00:00:00.000Z'],
    ['2030-12-31T12:30Z', '2030-12-31T12:30:00.000Z'],
    ['2030-12-31T12:30:15+02:00', '2030-12-31T10:30:15.000Z'],
  ])('%s is the time %s', (text, moment) => {
    expect(new Date(momentAfter('expires', text, now)).toISOString()).toBe(moment)
  })

  it.each(['tomorrow', '2030-13-01', '1.5d', '12/31/2030', '2030', '0d', '2029-12-31'])(
    'rejects %s',
    (text) => expect(() => momentAfter('expires', text, now)).toThrow(`--expires ${text} is n`),
  )
})

describe('the grants of a key', () => {
  it('are unlimited unless options limit them', () => {
    expect(granted('--label', 'shop')).toEqual({ label: 'shop' })
  })

  it('follow from the options', () => {
    const limits = ['--rate', '2.5', '--burst', '10', '--daily-units', '1000', '--errors', 'ethereum']
    const places = ['--network', 'testnet', '--network', 'regtest', '--origin', 'https://a.example']
    const methods = ['--method', 'eth', '--method', 'net_version,vendor_protocolVersion,eth_subscribe']
    expect(granted('--label', 'shop', '--expires', '1d', ...limits, ...places, ...methods)).toEqual({
      label: 'shop',
      networks: ['testnet', 'regtest'],
      methods: ['eth', 'net_version', 'vendor_protocolVersion', 'eth_subscribe', 'rsk_protocolVersion'],
      origins: ['https://a.example'],
      expiresAt: now + 86_400_000,
      rate: { unitsPerSecond: 2.5, burst: 10 },
      dailyUnits: 1000,
      errors: 'ethereum',
    })
  })

  it('allow the units of one second at once by default', () => {
    expect(granted('--label', 'shop', '--rate', '5').rate).toEqual({ unitsPerSecond: 5, burst: 5 })
  })

  it.each([
    ['no label', [], '--label TEXT is missing'],
    ['a network that does not exist', ['--network', 'tesnet'], '--network is "tesnet", not one of'],
    ['a method that does not exist', ['--method', 'eth_cal'], 'did you mean eth_call?'],
    ['an origin with a path', ['--origin', 'https://a.example/x'], '--origin is "https://a.example/x"'],
    ['any origin', ['--origin', '*'], '--origin is "*": not an origin'],
    ['a rate of zero', ['--rate', '0'], '--rate 0 is not a positive number'],
    ['an invalid quota', ['--daily-units', '1e3'], '--daily-units 1e3 is not a positive number'],
    ['a burst without a rate', ['--burst', '3'], '--burst needs --rate'],
    ['unknown errors', ['--errors', 'bitcoin'], '--errors is "bitcoin"'],
  ])('are rejected with %s', (_, words, message) => {
    const label = words.length === 0 ? [] : ['--label', 'shop']
    expect(() => granted(...label, ...words)).toThrow(message)
  })
})

describe('the changed limits of a key', () => {
  const changed = (...words: string[]) => limitChanges(parseArguments(words, limitOptions, {}))

  it('are those that are given, and "none" removes one', () => {
    expect(changed('--rate', '5')).toEqual({ rate: { unitsPerSecond: 5, burst: 5 } })
    expect(changed('--rate', '5', '--burst', '9', '--daily-units', '100')).toEqual({
      rate: { unitsPerSecond: 5, burst: 9 },
      dailyUnits: 100,
    })
    expect(changed('--rate', 'none', '--daily-units', 'none')).toEqual({ rate: null, dailyUnits: null })
  })

  it.each([
    [[], 'which limit?'],
    [['--burst', '5'], '--burst needs --rate'],
    [['--rate', 'none', '--burst', '5'], '--burst needs --rate'],
    [['--daily-units', '0'], '--daily-units 0 is not a positive number'],
  ])('are refused: %s', (words, message) => {
    expect(() => changed(...words)).toThrow(message)
  })
})

describe('a listed key', () => {
  const key = {
    id: '0123456789ab',
    label: 'shop',
    secretHash: new Uint8Array(32).fill(0xee),
    retired: { secretHash: new Uint8Array(32).fill(0xdd), expiresAt: now + 1000 },
    createdAt: now,
    expiresAt: now + 86_400_000,
    networks: ['testnet'],
    dailyUnits: 2000,
  }

  it('has all fields but its secret in JSON', () => {
    expect(keyAsJson(key, now)).toEqual({
      id: '0123456789ab',
      label: 'shop',
      status: 'live',
      createdAt: '2030-01-01T00:00:00.000Z',
      expiresAt: '2030-01-02T00:00:00.000Z',
      previousSecretUntil: '2030-01-01T00:00:01.000Z',
      networks: ['testnet'],
      dailyUnits: 2000,
    })
  })

  it('is a line of the table', () => {
    const [header, line] = keyTable([{ key, usedToday: 1500 }], now).split('\n')
    expect(header).toMatch(/^ID +LABEL +STATUS/)
    expect(line).toMatch(
      /^0123456789ab {2}shop +live +2030-01-01 +2030-01-02T00:00Z +testnet +all +all +any +1,500 of 2,000 +default$/,
    )
  })

  it('is expired after its end, and revoked in preference to expired', () => {
    expect(keyAsJson(key, now + 86_400_000).status).toBe('expired')
    expect(keyAsJson({ ...key, revokedAt: now }, now + 86_400_000).status).toBe('revoked')
  })
})
