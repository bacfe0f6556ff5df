import { equalBytes, leftPad } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { State } from '../../state/state.ts'
import { type AccountView, accountView, type TouchedAccount } from './touchedState.ts'

/* The JSON forms of geth's prestateTracer. */

type Cell = readonly [number: Uint8Array, value: Uint8Array]

/** The earlier state of all accessed accounts. */
export function prestateText(accounts: Iterable<TouchedAccount>): string {
  const texts: string[] = []
  for (const { address, before, cells } of accounts) {
    texts.push(`"${toHex(address)}":${objectText(membersOf(before), cells)}`)
  }
  return `{${texts.join(',')}}`
}

/**
 * The changes: `pre` has each changed account as it was, `post` the changed values. An account that is only in `pre`
 * was deleted, one that is only in `post` is new. A cell that is only on one side is empty on the other.
 */
export function diffText(accounts: Iterable<TouchedAccount>, state: State): string {
  const before: string[] = []
  const after: string[] = []
  for (const account of accounts) {
    const now = accountView(state, account.address)
    const cells = changedCells(account, state)
    const changes = changedMembers(account.before, now)
    if (changes.length === 0 && cells.length === 0) continue
    const name = `"${toHex(account.address)}"`
    const old = cells.map(({ number, old }) => [number, old] as const)
    const fresh = cells.map(({ number, fresh }) => [number, fresh] as const)
    if (account.before !== undefined) before.push(`${name}:${objectText(membersOf(account.before), old)}`)
    if (now !== undefined) after.push(`${name}:${objectText(changes, fresh)}`)
  }
  return `{"post":{${after.join(',')}},"pre":{${before.join(',')}}}`
}

interface ChangedCell {
  readonly number: Uint8Array
  readonly old: Uint8Array
  readonly fresh: Uint8Array
}

function changedCells({ address, cells }: TouchedAccount, state: State): ChangedCell[] {
  return cells
    .map(([number, old]) => ({ number, old, fresh: state.storage(address, number) }))
    .filter(({ old, fresh }) => !equalBytes(old, fresh))
}

function membersOf(account: AccountView): string[] {
  if (account === undefined) return []
  const { balance, nonce, code } = account
  const members = [`"balance":"${toQuantity(balance)}"`]
  if (nonce !== 0n) members.push(`"nonce":${nonce}`)
  if (code !== undefined) members.push(`"code":"${toHex(code.bytes)}"`)
  return members
}

/** The changed members; for a deleted account its earlier members, which are not shown but count as a change. */
function changedMembers(old: AccountView, fresh: AccountView): string[] {
  if (old === undefined) return membersOf(fresh)
  if (fresh === undefined) return membersOf(old)
  const members: string[] = []
  if (old.balance !== fresh.balance) members.push(`"balance":"${toQuantity(fresh.balance)}"`)
  if (old.nonce !== fresh.nonce) members.push(`"nonce":${fresh.nonce}`)
  if (old.code?.hash !== fresh.code?.hash && !sameCode(old, fresh)) {
    members.push(`"code":"${toHex(fresh.code?.bytes ?? new Uint8Array(0))}"`)
  }
  return members
}

const sameCode = (old: NonNullable<AccountView>, fresh: NonNullable<AccountView>): boolean =>
  old.code !== undefined && fresh.code !== undefined && equalBytes(old.code.hash, fresh.code.hash)

function objectText(members: readonly string[], cells: readonly Cell[]): string {
  const filled = cells.filter(([, value]) => value.length > 0)
  if (filled.length === 0) return `{${members.join(',')}}`
  const texts = filled.map(([number, value]) => `"${toHex(number)}":"${toHex(wordOf(value))}"`)
  return `{${[...members, `"storage":{${texts.join(',')}}`].join(',')}}`
}

/** Cells of native contracts may have more than 32 bytes. */
const wordOf = (value: Uint8Array): Uint8Array => (value.length < 32 ? leftPad(value, 32) : value)
