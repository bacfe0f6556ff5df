import { hash, timingSafeEqual } from 'node:crypto'
import { toHexDigits } from '../../primitives/hex.ts'
import type { ErrorDialect } from '../../rpc/method/context.ts'
import { moduleOf } from '../../rpc/registry/moduleOf.ts'

export interface RateLimit {
  readonly unitsPerSecond: number
  /** Units that a client at rest may spend at once. */
  readonly burst: number
}

/** What a key may do. What is left out is not restricted. */
export interface KeyGrants {
  /** For people; shown in lists. */
  readonly label: string
  readonly networks?: readonly string[]
  /** Modules (`eth`) and methods (`eth_call`). */
  readonly methods?: readonly string[]
  /** Origins of web pages that may use it. */
  readonly origins?: readonly string[]
  /** Milliseconds since 1970. */
  readonly expiresAt?: number
  readonly rate?: RateLimit
  /** Units a day, by UTC. */
  readonly dailyUnits?: number
  readonly errors?: ErrorDialect
}

/** A secret that goes on working for a while after it was replaced. */
export interface RetiredSecret {
  readonly secretHash: Uint8Array
  readonly expiresAt: number
}

/** A key as it is kept: the secret itself is nowhere, only its hash. */
export interface ApiKey extends KeyGrants {
  /** Public: logs, metrics and lists name the key by it. */
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

/** The id in the text of a key, or undefined if it is no key at all. */
export const idOfKeyText = (text: string): string | undefined => keyPattern.exec(text)?.[1]

/** One round is enough: nobody guesses 256 random bits, however fast the hash. */
export const hashOfKeyText = (text: string): Uint8Array => hash('sha256', text, 'buffer')

export function matchesSecret(key: ApiKey, secretHash: Uint8Array, now: number): boolean {
  const isCurrent = timingSafeEqual(key.secretHash, secretHash)
  const { retired = { secretHash: key.secretHash, expiresAt: 0 } } = key
  const isRetired = timingSafeEqual(retired.secretHash, secretHash)
  return isCurrent || (isRetired && now < retired.expiresAt)
}

export const isLive = ({ revokedAt, expiresAt }: ApiKey, now: number): boolean =>
  revokedAt === undefined && (expiresAt === undefined || now < expiresAt)

/** Whether the key names the method or its module. */
export function allowsMethod({ methods }: KeyGrants, name: string): boolean {
  return methods === undefined || methods.includes(name) || methods.includes(moduleOf(name))
}
