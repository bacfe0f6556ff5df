import { equalBytes, leftPad } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { State } from '../../state/state.ts'
import { type AccountView, accountView, type TouchedAccount } from '../prestate/touchedState.ts'

/** `+` for a new account, `-` for a deleted one, else `*`. */
export type ChangeKind = '+' | '-' | '*'

/** A value of an account that an execution has changed. */
export interface StateChange {
  readonly address: Uint8Array
  /** `balance`, `code`, `nonce`, or the number of a cell in hex. */
  readonly key: string
  readonly kind: ChangeKind
  /** In hex; undefined for a new account. */
  readonly before: string | undefined
  /** In hex; undefined for a deleted account. */
  readonly after: string | undefined
}

type Existing = NonNullable<AccountView>

const members: readonly (readonly [key: string, read: (account: Existing) => string])[] = [
  ['balance', ({ balance }) => toQuantity(balance)],
  ['code', ({ code }) => (code === undefined ? '0x' : toHex(code.bytes))],
  ['nonce', ({ nonce }) => toQuantity(nonce)],
]

/** The changes of one account: balance, code and nonce, then cells. Cells of deleted accounts are those that were accessed. */
export function accountChanges({ address, before, cells }: TouchedAccount, state: State): StateChange[] {
  const after = accountView(state, address)
  if (before === undefined && after === undefined) return []
  const kind = before === undefined ? '+' : after === undefined ? '-' : '*'
  const change = (key: string, from: string | undefined, to: string | undefined): StateChange => ({
    ...{ address, key, kind },
    before: kind === '+' ? undefined : from,
    after: kind === '-' ? undefined : to,
  })
  const changes: StateChange[] = []
  for (const [key, read] of members) {
    const from = before && read(before)
    const to = after && read(after)
    if (from !== to) changes.push(change(key, from, to))
  }
  for (const [number, old] of cells) {
    const fresh = state.storage(address, number)
    if (!equalBytes(old, fresh)) changes.push(change(toHex(number), wordText(old), wordText(fresh)))
  }
  return changes
}

/** Cells of native contracts may have more than 32 bytes. */
const wordText = (value: Uint8Array): string => toHex(value.length < 32 ? leftPad(value, 32) : value)
