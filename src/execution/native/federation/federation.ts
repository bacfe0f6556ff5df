import { compareBytes } from '../../../primitives/bytes.ts'

/** A member's three compressed public keys. */
export interface FederationMember {
  /** Signs on Bitcoin. */
  readonly bitcoinKey: Uint8Array
  /** Signs on Rootstock. */
  readonly rootstockKey: Uint8Array
  /** The third key, which the Bridge's methods call `mst`. */
  readonly mstKey: Uint8Array
}

/** The group that holds the bitcoins of the Bridge and shares in the miners' fees. */
export interface Federation {
  /** As stored; the values of the public networks' genesis federations are of the size of seconds. */
  readonly creationTimeMillis: number
  readonly creationBlock: number
  /** In their canonical order. */
  readonly members: readonly FederationMember[]
}

/** A member who uses one key for everything. */
export const singleKeyMember = (key: Uint8Array): FederationMember => ({
  bitcoinKey: key,
  rootstockKey: key,
  mstKey: key,
})

/** By Bitcoin key, then Rootstock key, then the third. */
export const sortedMembers = (members: readonly FederationMember[]): FederationMember[] =>
  [...members].sort(
    (a, b) =>
      compareBytes(a.bitcoinKey, b.bitcoinKey) ||
      compareBytes(a.rootstockKey, b.rootstockKey) ||
      compareBytes(a.mstKey, b.mstKey),
  )
