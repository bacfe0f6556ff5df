import type { Rules } from '../networks/rules.ts'
import type { Transaction } from './transaction.ts'

const callBase = 21_000
const creationBase = 53_000
const zeroByteCost = 4
const nonZeroByteCost = 16
const nonZeroByteCostBeforeRskip400 = 68
const initCodeWordCost = 2
/** The gas of each byte of the list's RLP (RSKIP546); there are no warm accounts. */
const accessListByteCost = 80
/** The gas of each authorization, valid or not (RSKIP545). */
const authorizationCost = 25_000

/** The parts of a transaction on which its price depends before it runs. */
export type ChargedParts = Pick<Transaction, 'to' | 'data'> &
  Partial<Pick<Transaction, 'accessList' | 'authorizations'>>

/**
 * The gas that a transaction costs before it runs. REMASC transactions and the free Bridge transactions of early blocks
 * cost no gas, which their callers take into account.
 */
export function intrinsicGas(transaction: ChargedParts, rules: Rules): number {
  const { to, data, accessList, authorizations } = transaction
  const nonZeroCost = rules.rskip400 ? nonZeroByteCost : nonZeroByteCostBeforeRskip400
  let zeros = 0
  for (let i = 0; i < data.length; i++) if (data[i] === 0) zeros++
  const dataCost = zeros * zeroByteCost + (data.length - zeros) * nonZeroCost
  const listLength = rules.rskip546 ? (accessList?.length ?? 0) : 0
  // An empty list, whose RLP has one byte, costs nothing.
  const listCost =
    (listLength > 1 ? listLength * accessListByteCost : 0) + (authorizations?.length ?? 0) * authorizationCost
  if (to !== null) return callBase + dataCost + listCost
  const initCodeCost = rules.rskip438 ? initCodeWordCost * Math.ceil(data.length / 32) : 0
  return creationBase + initCodeCost + dataCost + listCost
}
