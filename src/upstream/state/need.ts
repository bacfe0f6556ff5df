import { emptyBytes, equalBytes, type Hash, leftPad } from '../../primitives/bytes.ts'
import { addressKey, wordKey } from '../../primitives/mapKeys.ts'
import { encodeAccount } from '../../protocol/account.ts'
import { bridgeAddress, remascAddress } from '../../protocol/addresses.ts'
import { remascSender } from '../../protocol/transactions/remasc.ts'
import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import { type AccountKey, accountKey, storageCellOf } from '../../trie/keys.ts'
import type { CallAnswer } from '../answers/fields.ts'

/** The missing parts of one account: the account itself, and some of its cells. */
export interface AccountNeed {
  readonly address: Uint8Array
  readonly cells: readonly Uint8Array[]
}

/** A value of the state by its trie key; empty when the key is absent. */
export type StateEntry = readonly [key: Uint8Array, value: Uint8Array]

/** The block whose state is read. */
export interface OriginBlock {
  readonly number: number
  readonly hash: Hash
  readonly stateRoot: Hash
}

/** Calls, and a function that decodes the entries in their answers. */
export interface ReadPlan {
  readonly calls: readonly RemoteCall[]
  /** Throws an `EndpointFault` or `DecodeError`. */
  settle(answers: readonly CallAnswer[]): ReadOutcome
}

export interface ReadOutcome {
  readonly entries: readonly StateEntry[]
  /** Fetches further entries; undefined if the fetched ones are complete. */
  readonly next?: ReadPlan | undefined
}

/** A way to read the state of a block from an endpoint. */
export interface StateReading {
  plan(needs: readonly AccountNeed[], block: OriginBlock): ReadPlan
}

/** The needs behind keys of the state, one for each account. */
export function needsOf(keys: Iterable<Uint8Array>): AccountNeed[] {
  const needs = new Map<string, { address: Uint8Array; cells: Map<string, Uint8Array> }>()
  for (const key of keys) {
    const part = statePartOf(key)
    if (part === undefined || part.kind === 'remasc-sender') continue
    const id = addressKey(part.address)
    const need = needs.get(id) ?? { address: part.address, cells: new Map<string, Uint8Array>() }
    needs.set(id, need)
    if (part.kind === 'cell') need.cells.set(wordKey(part.cell), part.cell)
  }
  return [...needs.values()].map(({ address, cells }) => ({ address, cells: [...cells.values()] }))
}

/** Native contracts keep more than 32 bytes in a cell. */
export const keepsLongCells = (address: Uint8Array): boolean =>
  equalBytes(address, bridgeAddress) || equalBytes(address, remascAddress)

/** What a key of the state names: a part of an account (`trie/keys.ts`). */
export type StatePart =
  | { readonly kind: 'account' | 'marker' | 'code'; readonly address: Uint8Array }
  | { readonly kind: 'cell'; readonly address: Uint8Array; readonly cell: Uint8Array }
  | { readonly kind: 'remasc-sender' }

const spreadEnd = 11
const accountEnd = spreadEnd + 20
const remascSenderKey = accountKey(remascSender)

/** The part that a key names. Keys of other forms do not occur in the state. */
function statePartOf(key: Uint8Array): StatePart | undefined {
  if (key.length === remascSenderKey.length) return { kind: 'remasc-sender' }
  if (key.length < accountEnd) return undefined
  const address = key.slice(spreadEnd, accountEnd)
  if (key.length === accountEnd) return { kind: 'account', address }
  if (key.length === accountEnd + 1) return { kind: key[accountEnd] === 0 ? 'marker' : 'code', address }
  return { kind: 'cell', address, cell: leftPad(storageCellOf(accountKey(address) as AccountKey, key), 32) }
}

/**
 * The value of a key that no endpoint has to be asked for, empty for an absent one: the nonce of the sender of REMASC
 * transactions counts the blocks, and keys of unknown forms are absent. Undefined for other keys.
 */
export function impliedValue(key: Uint8Array, blockNumber: number): Uint8Array | undefined {
  const part = statePartOf(key)
  if (part === undefined) return emptyBytes
  if (part.kind !== 'remasc-sender') return undefined
  return blockNumber === 0 ? emptyBytes : encodeAccount({ nonce: BigInt(blockNumber), balance: 0n })
}
