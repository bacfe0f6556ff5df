import { type ApiKey, hashOfKeyText, type KeyGrants, newKeyId, newKeyText } from './apiKey.ts'
import { checkGrants } from './grants.ts'
import type { KeyStore } from './keyStore.ts'

export interface KeyringParts {
  readonly keys: KeyStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
}

/** A key with its new secret: `text` is shown once and is not stored. */
export interface IssuedKey {
  readonly key: ApiKey
  readonly text: string
}

/** The command is not possible with this key. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError'
}

/** The operator's commands for keys. */
export class Keyring {
  readonly #parts: KeyringParts

  constructor(parts: KeyringParts) {
    this.#parts = parts
  }

  create(grants: KeyGrants): IssuedKey {
    const { now, random } = this.#parts
    return this.#issue({ ...checkGrants(grants), id: newKeyId(random), createdAt: now() })
  }

  /** Every key, including revoked and expired ones, oldest first. */
  list(): readonly ApiKey[] {
    return this.#parts.keys.list().toSorted((a, b) => a.createdAt - b.createdAt)
  }

  /** Changes grants of a key: members that are absent stay, null takes one away. */
  edit(id: string, changes: { readonly [member: string]: unknown }): ApiKey {
    const { secretHash, retired, createdAt, revokedAt, id: _, ...grants } = this.#get(id)
    const members = Object.entries({ ...grants, ...changes }).filter(([, value]) => value !== null)
    const key = {
      ...checkGrants(Object.fromEntries(members)),
      id,
      secretHash,
      createdAt,
      ...(retired && { retired }),
      ...(revokedAt !== undefined && { revokedAt }),
    }
    this.#parts.keys.put(key)
    return key
  }

  /** Revokes a key permanently. A second revocation keeps the first time. */
  revoke(id: string): ApiKey {
    const key = this.#get(id)
    if (key.revokedAt !== undefined) return key
    const revoked = { ...key, revokedAt: this.#parts.now() }
    this.#parts.keys.put(revoked)
    return revoked
  }

  /** Gives a key a new secret; the old one stays valid for `graceMs`. */
  rotate(id: string, graceMs = 0): IssuedKey {
    const { secretHash, retired: _, ...key } = this.#get(id)
    if (key.revokedAt !== undefined) throw new KeyringError(`the key ${id} is revoked: create a new one`)
    const expiresAt = this.#parts.now() + graceMs
    return this.#issue(graceMs > 0 ? { ...key, retired: { secretHash, expiresAt } } : key)
  }

  #issue(unsealed: Omit<ApiKey, 'secretHash'>): IssuedKey {
    const text = newKeyText(unsealed.id, this.#parts.random)
    const key = { ...unsealed, secretHash: hashOfKeyText(text) }
    this.#parts.keys.put(key)
    return { key, text }
  }

  #get(id: string): ApiKey {
    const key = this.#parts.keys.get(id)
    if (key === undefined) throw new KeyringError(`there is no key with the id ${id}`)
    return key
  }
}
