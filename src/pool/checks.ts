import { initCodeSizeLimit } from '../evm/rules.ts'
import { hasSublists, sublistGasLimits } from '../execution/block/sublists.ts'
import { delegateOf } from '../protocol/delegation.ts'
import type { Network } from '../protocol/networks/network.ts'
import { type Rules, rulesAt } from '../protocol/networks/rules.ts'
import { intrinsicGas } from '../protocol/transactions/intrinsicGas.ts'
import type { PoolHead } from './poolChain.ts'
import type { PooledTransaction } from './pooledTransaction.ts'
import {
  gasLimitTooHigh,
  maximumNonceBytes,
  maximumTransactionSize,
  nonceTooLong,
  type PoolRejection,
  reject,
  shortOfFunds,
  tooLarge,
} from './poolRejection.ts'

/** Lower than the cap of blocks (100), because the minimum may fall before the transaction is mined. */
const gasPriceCapFactor = 80n

/** The requirements for transactions of the block after the best one. */
export interface Conditions {
  /** The rules of the next block. */
  readonly rules: Rules
  readonly blockGasLimit: bigint
  /** The highest gas limit of one transaction. */
  readonly gasLimitCeiling: bigint
  readonly minimumGasPrice: bigint
  /** Undefined without RSKIP252 or if the minimum is zero. */
  readonly gasPriceCap: bigint | undefined
}

export function conditionsAfter(head: PoolHead, network: Network): Conditions {
  const rules = rulesAt(network, head.number + 1)
  const { gasLimit: blockGasLimit, minimumGasPrice } = head
  return {
    rules,
    blockGasLimit,
    // The sequential list has the highest gas limit (RSKIP144).
    gasLimitCeiling: hasSublists(rules)
      ? BigInt(sublistGasLimits(Number(blockGasLimit), network).sequential)
      : blockGasLimit,
    minimumGasPrice,
    gasPriceCap: rules.rskip252 && minimumGasPrice > 0n ? gasPriceCapFactor * minimumGasPrice : undefined,
  }
}

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
  /** Undefined without code, and before accounts can delegate (RSKIP545). */
  readonly code: Uint8Array | undefined
}

/**
 * Why a transaction is checked: it is new; it comes from an abandoned block, whose nonces may be far; or it is in the
 * pool, where only some checks can start to fail.
 */
export type Occasion = 'arrival' | 'return' | 'standing'

const gasLimitBound = 2n ** 60n

/** The first check that fails, in the order of the reference node. */
export function firstRejection(subject: Subject, occasion: Occasion): PoolRejection | undefined {
  const { pooled, free, conditions } = subject
  const { transaction, gasLimit, gasPrice } = pooled
  const { rules, gasLimitCeiling, gasPriceCap, minimumGasPrice } = conditions
  const rejection = occasion === 'standing' ? undefined : formRejection(subject)
  if (rejection) return rejection
  if (gasLimit > gasLimitCeiling || gasLimit > gasLimitBound)
    return gasLimitTooHigh(gasLimit, gasLimitCeiling, conditions.blockGasLimit)
  const wrongNonce = occasion === 'standing' ? undefined : nonceRejection(subject, occasion)
  if (wrongNonce) return wrongNonce
  // The value is checked later, together with the sender's other transactions.
  if (!free && subject.balance < gasLimit * gasPrice)
    return shortOfFunds('insufficient-funds', subject.balance, pooled.cost)
  if (gasPrice < minimumGasPrice)
    return reject('gas-price-too-low', () => `gas price ${gasPrice}, at least ${minimumGasPrice}`)
  const needed = free ? 0 : intrinsicGas(transaction, rules)
  if (gasLimit < BigInt(needed)) return reject('intrinsic-gas', () => `gas ${gasLimit}, needed ${needed}`)
  if (gasPriceCap === undefined || gasPrice <= gasPriceCap) return undefined
  return reject('gas-price-cap', () => `gas price ${gasPrice}, at most ${gasPriceCap}`)
}

/**
 * Calls of a delegated account may spend its funds, so that its transactions become invalid: the pool holds at most one
 * of them.
 */
export function delegationRejection(
  { pooled, accountNonce, code }: Subject,
  waiting: boolean,
): PoolRejection | undefined {
  if (code === undefined) return undefined
  if (delegateOf(code) === undefined) {
    return pooled.transaction.authorizations.length > 0 ? reject('sender-has-code') : undefined
  }
  if (waiting) return reject('delegated-busy')
  return pooled.nonce > accountNonce ? reject('delegated-gap') : undefined
}

function formRejection({
  pooled,
  accountExists,
  balance,
  free,
  conditions,
}: Subject): PoolRejection | undefined {
  const { transaction, size } = pooled
  const { rules } = conditions
  if (!accountExists && !free) return shortOfFunds('sender-missing', balance, pooled.cost)
  const isCreation = rules.rskip438 && transaction.to === null
  const { length } = transaction.data
  const maximum = initCodeSizeLimit(rules)
  if (isCreation && length > maximum)
    return reject('init-code-size', () => `code size ${length}, limit ${maximum}`)
  return size > maximumTransactionSize ? tooLarge(size) : undefined
}

function nonceRejection(
  { pooled, accountNonce, accountSlots }: Subject,
  occasion: Occasion,
): PoolRejection | undefined {
  const { nonce: bytes } = pooled.transaction
  if (bytes.length > maximumNonceBytes) return nonceTooLong(bytes.length)
  if (bytes[0] === 0) return reject('nonce-encoding')
  const nonces = () => `next nonce ${accountNonce}, transaction nonce ${pooled.nonce}`
  if (pooled.nonce < accountNonce) return reject('nonce-too-low', nonces)
  const isFar = occasion === 'arrival' && pooled.nonce >= accountNonce + BigInt(accountSlots)
  return isFar
    ? reject('nonce-too-high', () => `${nonces()}, and at most ${accountSlots} of an account wait`)
    : undefined
}
