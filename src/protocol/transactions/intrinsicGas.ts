import type { Rules } from '../networks/rules.ts'
import type { Transaction } from './transaction.ts'

const callBase = 21_000
const creationBase = 53_000
const zeroByteCost = 4
const nonZeroByteCost = 16
const nonZeroByteCostBeforeRskip400 = 68
const initCodeWordCost = 2

/**
 * The gas that a transaction costs before it runs. REMASC transactions and the free Bridge transactions of early blocks
 * cost no gas, which their callers take into account.
 */
export function intrinsicGas(transaction: Pick<Transaction, 'to' | 'data'>, rules: Rules): number {
  const { to, data } = transaction
  const nonZeroCost = rules.rskip400 ? nonZeroByteCost : nonZeroByteCostBeforeRskip400
  let zeros = 0
  for (let i = 0; i < data.length; i++) if (data[i] === 0) zeros++
  const dataCost = zeros * zeroByteCost + (data.length - zeros) * nonZeroCost
  if (to !== null) return callBase + dataCost
  const initCodeCost = rules.rskip438 ? initCodeWordCost * Math.ceil(data.length / 32) : 0
  return creationBase + initCodeCost + dataCost
}
