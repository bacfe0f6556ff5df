import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { ApiKey } from './apiKey.ts'
import { isDenial, KeyAuthority } from './authority.ts'
import { encodeKey } from './keyRecord.ts'
import { Keyring } from './keyring.ts'
import type { ChangeableKeys, KeyStore } from './keyStore.ts'

/* The behaviour of every store of keys that several processes use. */

export interface KeyStoreWorld {
  /** The keys as one process sees them. */
  readonly keys: KeyStore & ChangeableKeys
  /** The same keys as another process sees them. */
  readonly other: KeyStore & ChangeableKeys
}

export const changeKeyring = <Result>(
  keys: ChangeableKeys,
  work: (keyring: Keyring) => Result,
): Promise<Result> =>
  keys.change((store) => work(new Keyring({ keys: store, now: Date.now, random: randomBytes })))

const recordOf = (key: ApiKey): string => Buffer.from(encodeKey(key)).toString()
const patience = 10_000

const lets = (keys: KeyStore, text: string): boolean =>
  !isDenial(new KeyAuthority({ keys, now: Date.now }).identify(text, 'regtest'))

export function describeKeyStore(what: string, open: () => Promise<KeyStoreWorld>): void {
  describe(what, () => {
    it('has no key before the first is created', async () => {
      const { keys } = await open()
      expect([keys.get('0123456789ab'), keys.list(), keys.unavailable]).toEqual([undefined, [], undefined])
      expect(() => keys.put({ id: '', label: '', secretHash: new Uint8Array(32), createdAt: 0 })).toThrow(
        'change()',
      )
    })

    it('shows a new key to its own process at once and to others soon', async () => {
      const { keys, other } = await open()
      const grants = { label: 'shop', networks: ['regtest'], rate: { unitsPerSecond: 5, burst: 9 } }
      const { key, text } = await changeKeyring(keys, (keyring) => keyring.create(grants))
      expect(keys.list().map(recordOf)).toEqual([recordOf(key)])
      expect(lets(keys, text)).toBe(true)
      await vi.waitFor(() => expect(other.list().map(recordOf)).toEqual([recordOf(key)]), patience)
      expect(lets(other, text)).toBe(true)
      expect(lets(other, `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`)).toBe(false)
    })

    it('withdraws a revoked key from all processes', async () => {
      const { keys, other } = await open()
      const { key, text } = await changeKeyring(keys, (keyring) => keyring.create({ label: 'shop' }))
      await changeKeyring(other, (keyring) => keyring.revoke(key.id))
      expect(lets(other, text)).toBe(false)
      await vi.waitFor(() => expect(lets(keys, text)).toBe(false), patience)
      expect(keys.list()).toHaveLength(1)
    })

    it('keeps all changes that processes make at the same time', async () => {
      const { keys, other } = await open()
      const labels = Array.from({ length: 6 }, (_, index) => `key ${index}`)
      await Promise.all(
        labels.map((label, index) =>
          changeKeyring(index % 2 === 0 ? keys : other, (keyring) => keyring.create({ label })),
        ),
      )
      for (const store of [keys, other]) {
        await vi.waitFor(
          () =>
            expect(
              store
                .list()
                .map(({ label }) => label)
                .toSorted(),
            ).toEqual(labels),
          20_000,
        )
      }
    })

    it('changes nothing when the work fails', async () => {
      const { keys } = await open()
      await expect(changeKeyring(keys, (keyring) => keyring.revoke('0123456789ab'))).rejects.toThrow('no key')
      expect(keys.list()).toEqual([])
    })
  })
}
