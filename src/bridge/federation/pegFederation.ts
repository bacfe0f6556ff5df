import { equalBytes } from '../../primitives/bytes.ts'
import { type FederationMember, memberAccount } from './member.ts'

/** The kinds of federations by the number in their version cells; they differ in their redeem scripts. */
export const formatVersions = {
  /** A plain multisignature script. */
  standard: 1000,
  /** RSKIP201: emergency keys, in a form that Bitcoin nodes do not relay. */
  'non-standard-erp': 2000,
  /** RSKIP353: emergency keys. */
  'p2sh-erp': 3000,
  /** RSKIP305: the same in a segregated witness. */
  'p2sh-p2wsh-erp': 4000,
} as const

export type FederationFormat = keyof typeof formatVersions

/** The members who hold the bitcoins of the Bridge and share in the miners' fees. */
export interface PegFederation {
  /** As stored: for the genesis federations of the public networks the value is in seconds. */
  readonly creationTimeMillis: number
  readonly creationBlock: number
  /** In their canonical order. */
  readonly members: readonly FederationMember[]
  readonly format: FederationFormat
}

/** Whether the federation keeps its script and signatures in a segregated witness. */
export const isSegwit = ({ format }: Pick<PegFederation, 'format'>): boolean => format === 'p2sh-p2wsh-erp'

const formats = Object.entries(formatVersions) as [FederationFormat, number][]

/** Unknown versions count as the oldest. */
export const formatOf = (version: number): FederationFormat =>
  formats.find(([, candidate]) => candidate === version)?.[0] ?? 'standard'

/** The smallest majority of `size` members. */
export const majority = (size: number): number => Math.floor(size / 2) + 1

export const bitcoinKeys = ({ members }: Pick<PegFederation, 'members'>): Uint8Array[] =>
  members.map((member) => member.bitcoinKey)

/** Whether the account belongs to the Rootstock key of a member. */
export const hasMember = ({ members }: PegFederation, account: Uint8Array): boolean =>
  members.some((member) => equalBytes(memberAccount(member), account))

/** Whether a member signs with this compressed key on Bitcoin. */
export const hasBitcoinKey = ({ members }: PegFederation, key: Uint8Array): boolean =>
  members.some(({ bitcoinKey }) => equalBytes(bitcoinKey, key))
