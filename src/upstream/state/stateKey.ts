import { leftPad } from '../../primitives/bytes.ts'
import { remascSender } from '../../protocol/transactions/remasc.ts'
import { type AccountKey, accountKey, storageCellOf } from '../../trie/keys.ts'

/** What a key of the state names: a part of an account (`trie/keys.ts`). */
export type StatePart =
  | { readonly kind: 'account' | 'marker' | 'code'; readonly address: Uint8Array }
  | { readonly kind: 'cell'; readonly address: Uint8Array; readonly cell: Uint8Array }
  | { readonly kind: 'remasc-sender' }

const spreadEnd = 11
const accountEnd = spreadEnd + 20
const remascSenderKey = accountKey(remascSender)

/** The part that a key names. Keys of other forms do not occur in the state. */
export function statePartOf(key: Uint8Array): StatePart | undefined {
  if (key.length === remascSenderKey.length) return { kind: 'remasc-sender' }
  if (key.length < accountEnd) return undefined
  const address = key.slice(spreadEnd, accountEnd)
  if (key.length === accountEnd) return { kind: 'account', address }
  if (key.length === accountEnd + 1) return { kind: key[accountEnd] === 0 ? 'marker' : 'code', address }
  return { kind: 'cell', address, cell: leftPad(storageCellOf(accountKey(address) as AccountKey, key), 32) }
}
