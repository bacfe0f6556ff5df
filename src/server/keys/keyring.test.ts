import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { isDenial, KeyAuthority } from './authority.ts'
import { decodeKey, encodeKey } from './keyRecord.ts'
import { Keyring } from './keyring.ts'
import { storedKeys } from './keyStore.ts'

function openKeys() {
  const clock = { ms: 1_000_000 }
  const store = memoryStore()
  const keys = storedKeys(store)
  const now = () => clock.ms
  const keyring = new Keyring({ keys, now, random: randomBytes })
  const authority = new KeyAuthority({ keys, now })
  const isLet = (text: string, network = 'regtest') => !isDenial(authority.identify(text, network))
  return { clock, store, keyring, authority, isLet }
}

describe('a keyring', () => {
  it('shows a key once and keeps only its hash', () => {
    const { keyring, store, isLet } = openKeys()
    const { text, key } = keyring.create({ label: 'shop', networks: ['regtest'] })
    expect(text).toMatch(/^cambium_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/)
    expect(isLet(text)).toBe(true)
    const stored = [...store.range('keys')].map(({ value }) => Buffer.from(value).toString()).join()
    expect(stored).toContain('shop')
    expect(stored).not.toContain(text.slice(-43))
    expect(JSON.stringify(keyring.list())).not.toContain(text.slice(-43))
    expect(keyring.list().map(({ id }) => id)).toEqual([key.id])
  })

  it('lists each of many keys once, in pages', () => {
    const { keyring, store } = openKeys()
    const ids = Array.from({ length: 450 }, () => keyring.create({ label: 'one of many' }).key.id)
    const keys = storedKeys(store)
    const listed: string[] = []
    for (let page = keys.page(''); page.length > 0; page = keys.page(listed.at(-1)!)) {
      expect(page.length).toBeLessThan(ids.length)
      listed.push(...page.map(({ id }) => id))
    }
    expect(listed).toEqual(ids.toSorted())
  })

  it('lists keys with their grants, oldest first', () => {
    const { keyring, clock } = openKeys()
    for (const label of ['first', 'second', 'third']) {
      keyring.create({ label, rate: { unitsPerSecond: 5, burst: 10 }, dailyUnits: 100, errors: 'ethereum' })
      clock.ms++
    }
    expect(keyring.list().map(({ label }) => label)).toEqual(['first', 'second', 'third'])
    expect(keyring.list()[0]).toMatchObject({ rate: { unitsPerSecond: 5, burst: 10 }, dailyUnits: 100 })
  })

  it('revokes a key permanently, within a second where it is cached', () => {
    const { keyring, isLet, clock } = openKeys()
    const { text, key } = keyring.create({ label: 'shop' })
    expect(isLet(text)).toBe(true)
    const { revokedAt } = keyring.revoke(key.id)
    clock.ms += 1_000
    expect(isLet(text)).toBe(false)
    expect(keyring.revoke(key.id).revokedAt).toBe(revokedAt)
  })

  it('rotates a key, whose old secret expires at once or after a grace period', () => {
    const { keyring, isLet, clock } = openKeys()
    const first = keyring.create({ label: 'shop' })
    const second = keyring.rotate(first.key.id, 60_000)
    expect(second.key.id).toBe(first.key.id)
    expect([isLet(first.text), isLet(second.text)]).toEqual([true, true])
    clock.ms += 60_000
    expect([isLet(first.text), isLet(second.text)]).toEqual([false, true])
    const third = keyring.rotate(first.key.id)
    clock.ms += 1_000
    expect([isLet(second.text), isLet(third.text)]).toEqual([false, true])
  })

  it('accepts a new secret at once, also where the key is cached', () => {
    const { keyring, isLet, clock } = openKeys()
    const first = keyring.create({ label: 'shop' })
    expect(isLet(first.text)).toBe(true)
    const second = keyring.rotate(first.key.id)
    expect(isLet(second.text)).toBe(true)
    clock.ms += 1_000
    expect([isLet(first.text), isLet(second.text)]).toEqual([false, true])
  })

  it('does not rotate a revoked key', () => {
    const { keyring } = openKeys()
    const { key } = keyring.create({ label: 'shop' })
    keyring.revoke(key.id)
    expect(() => keyring.rotate(key.id)).toThrow(`the key ${key.id} is revoked`)
  })

  it('refuses other keys', () => {
    const { keyring } = openKeys()
    expect(() => keyring.revoke('0123456789ab')).toThrow('there is no key with the id 0123456789ab')
    expect(() => keyring.rotate('0123456789ab')).toThrow('there is no key')
  })

  it.each([
    ['no label', { label: '' }],
    ['a label that steers terminals', { label: 'a\x1b[2J' }],
    ['an unknown member', { label: 'a', network: ['regtest'] }],
    ['a rate of nothing', { label: 'a', rate: { unitsPerSecond: 0, burst: 1 } }],
    ['a list that is not an array', { label: 'a', methods: 'eth' }],
    ['an endless quota', { label: 'a', dailyUnits: Number.POSITIVE_INFINITY }],
    ['errors in another tongue', { label: 'a', errors: 'bitcoin' }],
  ])('refuses grants with %s', (_, grants) => {
    const { keyring } = openKeys()
    const create: (grants: never) => unknown = (given) => keyring.create(given)
    expect(() => create(grants as never)).toThrow('key')
  })
})

describe('the record of a key', () => {
  it('is decoded as it was encoded', () => {
    const { keyring } = openKeys()
    const { key } = keyring.create({ label: 'shop', origins: ['https://shop.example'], expiresAt: 2_000_000 })
    keyring.rotate(key.id, 5)
    const [rotated] = keyring.list()
    expect(decodeKey(encodeKey(rotated!))).toEqual(rotated)
  })

  it.each([
    '',
    '{',
    '[]',
    '{}',
    '{"id":"a","label":"b","secretHash":"00","createdAt":1}',
    '{"id":"a","label":"b"}',
  ])('is refused when it is %s', (text) => {
    expect(() => decodeKey(Buffer.from(text))).toThrow(/^key/)
  })
})
