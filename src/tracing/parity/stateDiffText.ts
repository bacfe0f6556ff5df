import { toHex } from '../../primitives/hex.ts'
import type { State } from '../../state/state.ts'
import type { TouchedAccount } from '../prestate/touchedState.ts'
import { accountChanges, type StateChange } from './stateChanges.ts'

/**
 * The changes of an execution in the form of OpenEthereum: each value is `"="` where it is unchanged, `{"*": …}` where it
 * changed, and `{"+": …}` or `{"-": …}` in an account that is new or deleted. Unchanged accounts are left out.
 */
export function stateDiffText(accounts: Iterable<TouchedAccount>, state: State): string {
  const texts: string[] = []
  for (const account of accounts) {
    const changes = accountChanges(account, state)
    if (changes.length > 0) texts.push(`"${toHex(account.address)}":${accountText(changes)}`)
  }
  return `{${texts.join(',')}}`
}

const members = ['balance', 'code', 'nonce']

function accountText(changes: readonly StateChange[]): string {
  const texts = members.map((member) => {
    const change = changes.find(({ key }) => key === member)
    return `"${member}":${change === undefined ? '"="' : changeText(change)}`
  })
  const cells = changes
    .filter(({ key }) => !members.includes(key))
    .map((change) => `"${change.key}":${changeText(change)}`)
  return `{${texts.join(',')},"storage":{${cells.join(',')}}}`
}

function changeText({ kind, before, after }: StateChange): string {
  if (kind === '+') return `{"+":"${after}"}`
  if (kind === '-') return `{"-":"${before}"}`
  return `{"*":{"from":"${before}","to":"${after}"}}`
}
