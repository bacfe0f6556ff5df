import { addressOf, uncompressPublicKey } from '../../../crypto/secp256k1.ts'
import { type Address, equalBytes } from '../../../primitives/bytes.ts'
import { DecodeError } from '../../../primitives/errors.ts'
import type { Federation, FederationMember } from '../../native/federation/federation.ts'

/** The kinds of federations by the number in their version cells; they differ in their redeem scripts. */
export const formatVersions = {
  /** A plain multisignature script. */
  standard: 1000,
  /** RSKIP201: with emergency keys, in a form that Bitcoin nodes do not relay. */
  nonStandardErp: 2000,
  /** RSKIP353: with emergency keys. */
  p2shErp: 3000,
  /** RSKIP305: the same in a segregated witness. */
  p2shP2wshErp: 4000,
} as const

export type FederationFormat = keyof typeof formatVersions

/** A federation with what is needed to pay it. */
export interface PegFederation extends Federation {
  readonly format: FederationFormat
}

const formats = Object.entries(formatVersions) as [FederationFormat, number][]

/** Versions nobody knows count as the oldest. */
export const formatOf = (version: number): FederationFormat =>
  formats.find(([, candidate]) => candidate === version)?.[0] ?? 'standard'

/** Signatures that a majority of `size` members gives. */
export const majority = (size: number): number => Math.floor(size / 2) + 1

export const bitcoinKeys = ({ members }: Pick<Federation, 'members'>): Uint8Array[] =>
  members.map((member) => member.bitcoinKey)

/** Whether the account belongs to the Rootstock key of a member. */
export const hasMember = ({ members }: Federation, account: Uint8Array): boolean =>
  members.some((member) => equalBytes(memberAccount(member), account))

export function memberAccount({ rootstockKey }: FederationMember): Address {
  const key = uncompressPublicKey(rootstockKey)
  if (!key) throw new DecodeError('federation', 'holds a key that is no point of the curve')
  return addressOf(key)
}
