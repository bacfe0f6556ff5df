import { hash, timingSafeEqual } from 'node:crypto'
import { toHexDigits } from '../../primitives/hex.ts'
import type { ErrorDialect } from '../../rpc/errors/errors.ts'
import { moduleOf } from '../../rpc/method/method.ts'

export interface KeyRate {
  readonly unitsPerSecond: number
  /** Units that a client may spend at once after a pause. */
  readonly burst: number
}

/** The rights of a key. A member that is left out does not restrict the key. */
export interface KeyGrants {
  /** A description for people, shown in lists. */
  readonly label: string
  readonly networks?: readonly string[]
  /** Modules (`eth`) and methods (`eth_call`) that the key may call. */
  readonly methods?: readonly string[]
  /** Origins of web pages that may use the key. */
  readonly origins?: readonly string[]
  /** Milliseconds since 1970. */
  readonly expiresAt?: number
  readonly rate?: KeyRate
  /** Units per day in UTC. */
  readonly dailyUnits?: number
  readonly errors?: ErrorDialect
}

/** A replaced secret that is still valid for a while. */
export interface RetiredSecret {
  readonly secretHash: Uint8Array
  readonly expiresAt: number
}

/** A key as it is stored: with the hash of the secret instead of the secret. */
export interface ApiKey extends KeyGrants {
  /** Public: it identifies the key in logs, metrics and lists. */
  readonly id: string
  readonly secretHash: Uint8Array
  readonly retired?: RetiredSecret
  readonly createdAt: number
  readonly revokedAt?: number
}

const idBytes = 6
const secretBytes = 32
const keyPattern = /^cambium_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/

type Random = (length: number) => Uint8Array

export const newKeyId = (random: Random): string => toHexDigits(random(idBytes))

/** The whole text of a key: a prefix that scanners for leaked secrets can find, the id, and 256 random bits. */
export const newKeyText = (id: string, random: Random): string =>
  `cambium_${id}_${Buffer.from(random(secretBytes)).toString('base64url')}`

/** The id in the text of a key; undefined for text that is not a key. */
export const idOfKeyText = (text: string): string | undefined => keyPattern.exec(text)?.[1]

/** One round of a fast hash is enough, because 256 random bits cannot be guessed. */
export const hashOfKeyText = (text: string): Uint8Array => hash('sha256', text, 'buffer')

export function matchesSecret(key: ApiKey, secretHash: Uint8Array, now: number): boolean {
  const isCurrent = timingSafeEqual(key.secretHash, secretHash)
  const { retired = { secretHash: key.secretHash, expiresAt: 0 } } = key
  const isRetired = timingSafeEqual(retired.secretHash, secretHash)
  return isCurrent || (isRetired && now < retired.expiresAt)
}

export const isLive = ({ revokedAt, expiresAt }: ApiKey, now: number): boolean =>
  revokedAt === undefined && (expiresAt === undefined || now < expiresAt)

/** Whether the key may call the method, as far as its list restricts it. */
export const allowsMethod = (grants: KeyGrants, name: string): boolean =>
  grants.methods === undefined || grantsMethod(grants, name)

/** Whether the key's list names the method or its module. */
export const grantsMethod = ({ methods = [] }: KeyGrants, name: string): boolean =>
  methods.includes(name) || methods.includes(moduleOf(name))
