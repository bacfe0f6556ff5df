import { equalBytes, leftPad } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { State } from '../../state/state.ts'
import { type AccountView, accountView, type TouchedAccount } from '../prestate/touchedState.ts'

/**
 * The changes of an execution in the form of OpenEthereum: each value is `"="` where it is unchanged, `{"*": …}` where it
 * changed, and `{"+": …}` or `{"-": …}` in an account that is new or deleted. Unchanged accounts are left out.
 */
export function stateDiffText(accounts: Iterable<TouchedAccount>, state: State): string {
  const texts: string[] = []
  for (const account of accounts) {
    const text = accountText(account, state)
    if (text !== undefined) texts.push(`"${toHex(account.address)}":${text}`)
  }
  return `{${texts.join(',')}}`
}

const unchanged = '"="'

function accountText({ address, before, cells }: TouchedAccount, state: State): string | undefined {
  const after = accountView(state, address)
  if (before === undefined && after === undefined) return undefined
  const change = changeOf(before, after)
  const members = [
    `"balance":${change(({ balance }) => toQuantity(balance))}`,
    `"code":${change(({ code }) => (code === undefined ? '0x' : toHex(code.bytes)))}`,
    `"nonce":${change(({ nonce }) => toQuantity(nonce))}`,
  ]
  const storage = cells.flatMap(([number, old]) => {
    const fresh = state.storage(address, number)
    return equalBytes(old, fresh) ? [] : [`"${toHex(number)}":${cellChange(old, fresh, before, after)}`]
  })
  const isUnchanged = members.every((member) => member.endsWith(unchanged)) && storage.length === 0
  return isUnchanged ? undefined : `{${members.join(',')},"storage":{${storage.join(',')}}}`
}

type Existing = NonNullable<AccountView>

const changeOf =
  (before: AccountView, after: AccountView) =>
  (read: (account: Existing) => string): string => {
    if (before === undefined) return `{"+":"${read(after!)}"}`
    if (after === undefined) return `{"-":"${read(before)}"}`
    const [from, to] = [read(before), read(after)]
    return from === to ? unchanged : `{"*":{"from":"${from}","to":"${to}"}}`
  }

function cellChange(old: Uint8Array, fresh: Uint8Array, before: AccountView, after: AccountView): string {
  if (before === undefined) return `{"+":"${wordText(fresh)}"}`
  if (after === undefined) return `{"-":"${wordText(old)}"}`
  return `{"*":{"from":"${wordText(old)}","to":"${wordText(fresh)}"}}`
}

/** Cells of native contracts may have more than 32 bytes. */
const wordText = (value: Uint8Array): string => toHex(value.length < 32 ? leftPad(value, 32) : value)
