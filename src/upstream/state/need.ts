import { emptyBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { addressKey, wordKey } from '../../primitives/mapKeys.ts'
import { encodeAccount } from '../../protocol/account.ts'
import { bridgeAddress, remascAddress } from '../../protocol/addresses.ts'
import { remascSender } from '../../protocol/transactions/remasc.ts'
import { accountKey, addressIn, isCellKey, storageCellOf } from '../../trie/keys.ts'
import type { FetchTask } from '../fetching/missingValues.ts'

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

export type KeepEntries = (entries: readonly StateEntry[]) => void

/** A way to read the state of a block from an endpoint: the task fetches what is needed, and gives it to `keep`. */
export type StateReading = (needs: readonly AccountNeed[], block: OriginBlock, keep: KeepEntries) => FetchTask

/** The needs behind keys of the state, one for each account. */
export function needsOf(keys: Iterable<Uint8Array>): AccountNeed[] {
  const needs = new Map<string, { address: Uint8Array; cells: Map<string, Uint8Array> }>()
  for (const key of keys) {
    const address = addressIn(key)?.slice()
    if (address === undefined) continue
    const id = addressKey(address)
    const need = needs.get(id) ?? { address, cells: new Map<string, Uint8Array>() }
    needs.set(id, need)
    if (!isCellKey(key)) continue
    const cell = storageCellOf(accountKey(address), key)
    need.cells.set(wordKey(cell), cell)
  }
  return [...needs.values()].map(({ address, cells }) => ({ address, cells: [...cells.values()] }))
}

/** Native contracts keep more than 32 bytes in a cell. */
export const keepsLongCells = (address: Uint8Array): boolean =>
  equalBytes(address, bridgeAddress) || equalBytes(address, remascAddress)

const remascSenderKey = accountKey(remascSender)

/**
 * The value of a key that no endpoint has to be asked for, empty for an absent one: the nonce of the sender of REMASC
 * transactions counts the blocks, and keys of unknown forms are absent. Undefined for other keys.
 */
export function impliedValue(key: Uint8Array, blockNumber: number): Uint8Array | undefined {
  if (addressIn(key) !== undefined) return undefined
  if (key.length !== remascSenderKey.length || blockNumber === 0) return emptyBytes
  return encodeAccount({ nonce: BigInt(blockNumber), balance: 0n })
}
