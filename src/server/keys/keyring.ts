import { type ApiKey, hashOfKeyText, type KeyGrants, newKeyId, newKeyText } from './apiKey.ts'
import { checkGrants } from './grants.ts'
import type { KeyStore } from './keyStore.ts'

export interface KeyringOptions {
  readonly keys: KeyStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
}

/** A new secret: `text` is shown once and cannot be had again. */
export interface IssuedKey {
  readonly key: ApiKey
  readonly text: string
}

/** What was asked for cannot be done with that key. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError'
}

/** What an operator does with keys. */
export class Keyring {
  readonly #options: KeyringOptions

  constructor(options: KeyringOptions) {
    this.#options = options
  }

  create(grants: KeyGrants): IssuedKey {
    const { now, random } = this.#options
    return this.#issue({ ...checkGrants(grants), id: newKeyId(random), createdAt: now() })
  }

  /** Every key, revoked and expired ones included, oldest first. */
  list(): readonly ApiKey[] {
    return this.#options.keys.list().toSorted((a, b) => a.createdAt - b.createdAt)
  }

  /** Ends a key for good. Revoking twice keeps the first time. */
  revoke(id: string): ApiKey {
    const key = this.#get(id)
    if (key.revokedAt !== undefined) return key
    const revoked = { ...key, revokedAt: this.#options.now() }
    this.#options.keys.put(revoked)
    return revoked
  }

  /** Gives a key a new secret; the old one works for `graceMs` more. */
  rotate(id: string, graceMs = 0): IssuedKey {
    const { secretHash, retired: _, ...key } = this.#get(id)
    if (key.revokedAt !== undefined) throw new KeyringError(`the key ${id} is revoked: create a new one`)
    const expiresAt = this.#options.now() + graceMs
    return this.#issue(graceMs > 0 ? { ...key, retired: { secretHash, expiresAt } } : key)
  }

  #issue(unsealed: Omit<ApiKey, 'secretHash'>): IssuedKey {
    const text = newKeyText(unsealed.id, this.#options.random)
    const key = { ...unsealed, secretHash: hashOfKeyText(text) }
    this.#options.keys.put(key)
    return { key, text }
  }

  #get(id: string): ApiKey {
    const key = this.#options.keys.get(id)
    if (key === undefined) throw new KeyringError(`there is no key with the id ${id}`)
    return key
  }
}
