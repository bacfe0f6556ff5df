import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { ErrorDialect } from '../../rpc/errors/errors.ts'
import type { KeyDenial } from '../refusals/refusals.ts'
import { type ApiKey, hashOfKeyText, idOfKeyText, isLive, matchesSecret } from './apiKey.ts'
import type { KeyStore } from './keyStore.ts'

/** Who asks. */
export interface Caller {
  /** Identifies the caller in logs, metrics and filters; never the key itself. */
  readonly name: string
  /** Undefined when no key is needed. */
  readonly key: ApiKey | undefined
  /** Hash of the secret that the caller sent, so that it can be checked again later. */
  readonly secretHash: Uint8Array
  /** Undefined for a client that asks this server itself. */
  readonly gatewayClient?: GatewayClient
}

/** Decides who may ask a network. */
export interface Authority {
  /** `address` names the client's machine, which identifies a caller without a key. */
  identify(keyText: string, network: string, address: string): Caller | KeyDenial
  /** The caller with its key as it is now; for connections that outlive a request. */
  renew(caller: Caller, network: string): Caller | KeyDenial
}

export const isDenial = (found: Caller | KeyDenial): found is KeyDenial => typeof found === 'string'

const noSecret = new Uint8Array(32)

/** A caller without a key, who is known by the address of its machine. */
export const guestCaller = (address: string): Caller => ({
  name: address,
  key: undefined,
  secretHash: noSecret,
})

/** Accepts every caller, with or without a key. Callers of one address share filters and limits. */
export const openAuthority: Authority = {
  identify: (_keyText, _network, address) => guestCaller(address),
  renew: (caller) => caller,
}

/** Refuses every caller that does not have the secret of the fleet. */
export const closedAuthority: Authority = {
  identify: () => 'invalid-key',
  renew: () => 'invalid-key',
}

export interface KeyAuthorityParts {
  readonly keys: KeyStore
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** A key as it was read, and until when it is used without another read. */
interface CachedKey {
  readonly key: ApiKey
  readonly untilMs: number
}

const defaultCacheMs = 1_000
const cachedKeys = 10_000
/** Compared in place of a key that does not exist, so that the answer takes equally long. */
const noKey: ApiKey = { id: '', label: 'none', secretHash: noSecret, createdAt: 0, revokedAt: 0 }

/** Accepts callers with a live key for the network. */
export class KeyAuthority implements Authority {
  readonly #parts: KeyAuthorityParts
  readonly #cache = new BoundedMap<string, CachedKey>(cachedKeys)
  readonly #cacheMs: number

  constructor(parts: KeyAuthorityParts) {
    this.#parts = parts
    this.#cacheMs = parts.keys.cacheMs ?? defaultCacheMs
  }

  identify(keyText: string, network: string): Caller | KeyDenial {
    const id = idOfKeyText(keyText)
    if (id === undefined) return 'invalid-key'
    return this.#check(id, hashOfKeyText(keyText), network)
  }

  renew({ name, secretHash }: Caller, network: string): Caller | KeyDenial {
    return this.#check(name, secretHash, network)
  }

  #check(id: string, secretHash: Uint8Array, network: string): Caller | KeyDenial {
    if (this.#parts.keys.unavailable !== undefined) return 'keys-unavailable'
    const now = this.#parts.now()
    const cached = this.#cache.use(id)
    const isFresh = cached !== undefined && now < cached.untilMs
    // A secret that the cached key does not have may be a new one.
    const known = isFresh && matchesSecret(cached.key, secretHash, now) ? cached.key : undefined
    const key = known ?? this.#read(id, now) ?? noKey
    const isRight = matchesSecret(key, secretHash, now)
    if (!isRight || !isLive(key, now)) return 'invalid-key'
    if (key.networks !== undefined && !key.networks.includes(network)) return 'other-network'
    return { name: id, key, secretHash }
  }

  /** Keys that do not exist are not cached, so that guesses do not displace those that do. */
  #read(id: string, now: number): ApiKey | undefined {
    const key = this.#parts.keys.get(id)
    this.#cache.delete(id)
    if (key === undefined) return undefined
    this.#cache.set(id, { key, untilMs: now + this.#cacheMs })
    return key
  }
}

/** A client of a gateway, as the gateway describes it to a node. The gateway has checked its key, limits and grants. */
export interface GatewayClient {
  /** The name that the client has without a gateway: the id of its key, or its address. */
  readonly name: string
  readonly hasKey: boolean
  /** The choice of its key; undefined for that of the node. */
  readonly errors: ErrorDialect | undefined
}
