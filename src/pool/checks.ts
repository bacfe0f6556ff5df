import { intrinsicGas, maximumInitCodeSize } from '../protocol/transactions/intrinsicGas.ts'
import type { Conditions } from './conditions.ts'
import type { PooledTransaction } from './pooledTransaction.ts'
import {
  belowIntrinsicGas,
  gasLimitTooHigh,
  gasPriceAboveCap,
  gasPriceTooLow,
  initCodeTooLarge,
  insufficientFunds,
  maximumNonceBytes,
  maximumTransactionSize,
  nonceNotCanonical,
  nonceTooHigh,
  nonceTooLong,
  nonceTooLow,
  type PoolRejection,
  senderMissing,
  tooLarge,
} from './rejection.ts'

/** A transaction beside its sender's account and the conditions at the best block. */
export interface Subject {
  readonly pooled: PooledTransaction
  readonly accountExists: boolean
  readonly accountNonce: bigint
  readonly balance: bigint
  /** Costs its sender nothing (early Bridge transactions), so no gas must be affordable. */
  readonly free: boolean
  readonly conditions: Conditions
  readonly accountSlots: number
}

type Check = (subject: Subject) => PoolRejection | undefined

const gasLimitBound = 2n ** 60n

const senderExists: Check = ({ accountExists, free }) => (accountExists || free ? undefined : senderMissing)

const initCodeFits: Check = ({ pooled: { transaction }, conditions: { rules } }) => {
  if (!rules.rskip438 || transaction.to !== null) return undefined
  return transaction.data.length > maximumInitCodeSize ? initCodeTooLarge : undefined
}

const sizeFits: Check = ({ pooled: { size } }) => (size > maximumTransactionSize ? tooLarge(size) : undefined)

const gasFitsBlock: Check = ({ pooled: { gasLimit }, conditions: { gasLimitCeiling } }) =>
  gasLimit > gasLimitCeiling || gasLimit > gasLimitBound
    ? gasLimitTooHigh(gasLimit, gasLimitCeiling)
    : undefined

const nonceIsCanonical: Check = ({ pooled: { transaction } }) => {
  const { nonce } = transaction
  if (nonce.length > maximumNonceBytes) return nonceTooLong(nonce.length)
  return nonce[0] === 0 ? nonceNotCanonical : undefined
}

const nonceIsUnused: Check = ({ pooled, accountNonce }) =>
  pooled.nonce < accountNonce ? nonceTooLow : undefined

const nonceIsNear: Check = ({ pooled, accountNonce, accountSlots }) =>
  pooled.nonce >= accountNonce + BigInt(accountSlots) ? nonceTooHigh : undefined

/** The value is counted later, together with the sender's other transactions. */
const gasIsAffordable: Check = ({ pooled: { gasLimit, gasPrice }, balance, free }) =>
  free || balance >= gasLimit * gasPrice ? undefined : insufficientFunds

const priceReachesMinimum: Check = ({ pooled, conditions }) =>
  pooled.gasPrice < conditions.minimumGasPrice ? gasPriceTooLow : undefined

const gasCoversIntrinsic: Check = ({ pooled, conditions: { rules }, free }) =>
  free || pooled.gasLimit >= BigInt(intrinsicGas(pooled.transaction, rules)) ? undefined : belowIntrinsicGas

const priceBelowCap: Check = ({ pooled, conditions: { gasPriceCap } }) =>
  gasPriceCap !== undefined && pooled.gasPrice > gasPriceCap ? gasPriceAboveCap : undefined

const beforeNonceWindow = [
  senderExists,
  initCodeFits,
  sizeFits,
  gasFitsBlock,
  nonceIsCanonical,
  nonceIsUnused,
]
const afterNonceWindow = [gasIsAffordable, priceReachesMinimum, gasCoversIntrinsic, priceBelowCap]

/** What a transaction that comes in must pass, in the order of the reference node. */
export const arrivalChecks: readonly Check[] = [...beforeNonceWindow, nonceIsNear, ...afterNonceWindow]

/** The same for one that was in a block already; how many a sender may keep waiting does not concern it. */
export const returnChecks: readonly Check[] = [...beforeNonceWindow, ...afterNonceWindow]

/** What can have become wrong with a transaction that waited in the pool. */
export const standingChecks: readonly Check[] = [gasFitsBlock, ...afterNonceWindow]

export function firstRejection(checks: readonly Check[], subject: Subject): PoolRejection | undefined {
  for (const check of checks) {
    const rejection = check(subject)
    if (rejection) return rejection
  }
  return undefined
}
