import { type ApiKey, hashOfKeyText, idOfKeyText, isLive, matchesSecret } from './apiKey.ts'
import type { KeyStore } from './keyStore.ts'

/** Who asks. */
export interface Caller {
  /** What logs, metrics and filters know the caller by; never the key itself. */
  readonly name: string
  /** Undefined where no key is needed. */
  readonly key: ApiKey | undefined
  /** Hash of the secret that was shown, so that it can be checked again later. */
  readonly secretHash: Uint8Array
}

/** Decides who may ask a network. */
export interface Authority {
  /** Undefined when the key is missing, wrong, revoked, expired or of another network. */
  identify(keyText: string, network: string): Caller | undefined
  /** The same caller as its key is now; for connections that outlive a request. */
  renew(caller: Caller, network: string): Caller | undefined
}

const noSecret = new Uint8Array(32)
const anonymous: Caller = { name: 'anonymous', key: undefined, secretHash: noSecret }

/** No key is needed and any is accepted: for a server that only its own machine can reach. */
export const openAuthority: Authority = { identify: () => anonymous, renew: (caller) => caller }

export interface KeyAuthorityOptions {
  readonly keys: KeyStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How long a key is remembered, so how long it outlives its revocation by another process. */
  readonly rememberMs?: number
}

interface Remembered {
  readonly key: ApiKey
  readonly untilMs: number
}

const defaultRememberMs = 1_000
const mostRemembered = 10_000
/** Stands for keys that do not exist, so that asking for one takes as long. */
const nobody: ApiKey = { id: '', label: 'nobody', secretHash: noSecret, createdAt: 0, revokedAt: 0 }

/** Only live keys of the network may ask. */
export class KeyAuthority implements Authority {
  readonly #options: KeyAuthorityOptions
  readonly #remembered = new Map<string, Remembered>()

  constructor(options: KeyAuthorityOptions) {
    this.#options = options
  }

  identify(keyText: string, network: string): Caller | undefined {
    const id = idOfKeyText(keyText)
    if (id === undefined) return undefined
    return this.#check(id, hashOfKeyText(keyText), network)
  }

  renew({ name, secretHash }: Caller, network: string): Caller | undefined {
    return this.#check(name, secretHash, network)
  }

  #check(id: string, secretHash: Uint8Array, network: string): Caller | undefined {
    const now = this.#options.now()
    const remembered = this.#remembered.get(id)
    const isFresh = remembered !== undefined && now < remembered.untilMs
    // A secret that a remembered key does not have may be a new one.
    const known = isFresh && matchesSecret(remembered.key, secretHash, now) ? remembered.key : undefined
    const key = known ?? this.#look(id, now) ?? nobody
    const isRight = matchesSecret(key, secretHash, now)
    if (!isRight || !isLive(key, now)) return undefined
    if (key.networks !== undefined && !key.networks.includes(network)) return undefined
    return { name: id, key, secretHash }
  }

  /** Keys that do not exist are not remembered: guesses must not fill the memory. */
  #look(id: string, now: number): ApiKey | undefined {
    const key = this.#options.keys.get(id)
    this.#remembered.delete(id)
    if (key === undefined) return undefined
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear()
    this.#remembered.set(id, { key, untilMs: now + (this.#options.rememberMs ?? defaultRememberMs) })
    return key
  }
}
