import { initCodeSizeLimit } from '../evm/rules.ts'
import { intrinsicGas } from '../protocol/transactions/intrinsicGas.ts'
import type { Conditions } from './conditions.ts'
import type { PooledTransaction } from './pooledTransaction.ts'
import {
  gasLimitTooHigh,
  maximumNonceBytes,
  maximumTransactionSize,
  nonceTooLong,
  type PoolRejection,
  reject,
  tooLarge,
} from './poolRejection.ts'

/** A transaction with its sender's account and the conditions at the best block. */
export interface Subject {
  readonly pooled: PooledTransaction
  readonly accountExists: boolean
  readonly accountNonce: bigint
  readonly balance: bigint
  /** Whether the sender pays no gas (early Bridge transactions). */
  readonly free: boolean
  readonly conditions: Conditions
  readonly accountSlots: number
}

type Check = (subject: Subject) => PoolRejection | undefined

const gasLimitBound = 2n ** 60n

const senderExists: Check = ({ accountExists, free }) =>
  accountExists || free ? undefined : reject('sender-missing')

const initCodeFits: Check = ({ pooled: { transaction }, conditions: { rules } }) => {
  if (!rules.rskip438 || transaction.to !== null) return undefined
  return transaction.data.length > initCodeSizeLimit(rules) ? reject('init-code-size') : undefined
}

const sizeFits: Check = ({ pooled: { size } }) => (size > maximumTransactionSize ? tooLarge(size) : undefined)

const gasFitsBlock: Check = ({ pooled: { gasLimit }, conditions: { gasLimitCeiling, blockGasLimit } }) =>
  gasLimit > gasLimitCeiling || gasLimit > gasLimitBound
    ? gasLimitTooHigh(gasLimit, gasLimitCeiling, blockGasLimit)
    : undefined

const nonceIsCanonical: Check = ({ pooled: { transaction } }) => {
  const { nonce } = transaction
  if (nonce.length > maximumNonceBytes) return nonceTooLong(nonce.length)
  return nonce[0] === 0 ? reject('nonce-encoding') : undefined
}

const nonceIsUnused: Check = ({ pooled, accountNonce }) =>
  pooled.nonce < accountNonce ? reject('nonce-too-low') : undefined

const nonceIsNear: Check = ({ pooled, accountNonce, accountSlots }) =>
  pooled.nonce >= accountNonce + BigInt(accountSlots) ? reject('nonce-too-high') : undefined

/** The value is checked later, together with the sender's other transactions. */
const gasIsAffordable: Check = ({ pooled: { gasLimit, gasPrice }, balance, free }) =>
  free || balance >= gasLimit * gasPrice ? undefined : reject('insufficient-funds')

const priceReachesMinimum: Check = ({ pooled, conditions }) =>
  pooled.gasPrice < conditions.minimumGasPrice ? reject('gas-price-too-low') : undefined

const gasCoversIntrinsic: Check = ({ pooled, conditions: { rules }, free }) =>
  free || pooled.gasLimit >= BigInt(intrinsicGas(pooled.transaction, rules))
    ? undefined
    : reject('intrinsic-gas')

const priceBelowCap: Check = ({ pooled, conditions: { gasPriceCap } }) =>
  gasPriceCap !== undefined && pooled.gasPrice > gasPriceCap ? reject('gas-price-cap') : undefined

const beforeNonceWindow = [
  senderExists,
  initCodeFits,
  sizeFits,
  gasFitsBlock,
  nonceIsCanonical,
  nonceIsUnused,
]
const afterNonceWindow = [gasIsAffordable, priceReachesMinimum, gasCoversIntrinsic, priceBelowCap]

/** The checks of a new transaction, in the order of the reference node. */
export const arrivalChecks: readonly Check[] = [...beforeNonceWindow, nonceIsNear, ...afterNonceWindow]

/** The checks of a transaction from an abandoned block, without the limit on the nonce. */
export const returnChecks: readonly Check[] = [...beforeNonceWindow, ...afterNonceWindow]

/** The checks that a transaction can start to fail while it is in the pool. */
export const standingChecks: readonly Check[] = [gasFitsBlock, ...afterNonceWindow]

export function firstRejection(checks: readonly Check[], subject: Subject): PoolRejection | undefined {
  for (const check of checks) {
    const rejection = check(subject)
    if (rejection) return rejection
  }
  return undefined
}
