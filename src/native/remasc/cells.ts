import { toBigInt, unsignedBytes } from '../../primitives/integers.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { State } from '../../state/state.ts'
import { cellKey } from '../cellKey.ts'

/** The part of the state that cells use. */
type RemascState = Pick<State, 'storage' | 'setStorage'>

/** An amount of wei that the contract keeps between blocks; zero deletes the cell. */
export interface AmountCell {
  read(state: RemascState): bigint
  write(state: RemascState, amount: bigint): void
}

function amountCell(name: string): AmountCell {
  const key = cellKey(name)
  return {
    read: (state) => toBigInt(state.storage(remascAddress, key)),
    write: (state, amount) => state.setStorage(remascAddress, key, unsignedBytes(amount)),
  }
}

/** Fees of matured blocks that were not paid out yet. */
export const rewardBalance = amountCell('rewardBalance')
/** Fees that were burned: no account receives them. */
export const burnedBalance = amountCell('burnedBalance')
/** The federation's part while it is too small to pay (RSKIP85). */
export const federationBalance = amountCell('federationBalance')

const brokenSelectionRuleKey = cellKey('brokenSelectionRule')

/** Whether the last paid block should have lost to one of its siblings. False is stored as the byte 00. */
export const brokenSelectionRule = {
  read: (state: RemascState): boolean =>
    toBigInt(state.storage(remascAddress, brokenSelectionRuleKey)) !== 0n,
  write: (state: RemascState, broken: boolean): void =>
    state.setStorage(remascAddress, brokenSelectionRuleKey, new Uint8Array([broken ? 1 : 0])),
}

const siblingsKey = cellKey('siblings')
const emptyRlpList = new Uint8Array([0xc0])

/** The reference node still writes its former list of siblings, always empty, in every successful call. */
export const writeNoSiblings = (state: RemascState): void =>
  state.setStorage(remascAddress, siblingsKey, emptyRlpList)
