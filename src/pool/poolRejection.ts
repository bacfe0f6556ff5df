import { coinText } from '../protocol/coinText.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'

/* The reasons for which the pool rejects a transaction. The messages are the reference node's: clients search for them. */

export type PoolRejectionReason =
  | 'type-not-active'
  | 'delegated-busy'
  | 'delegated-gap'
  | 'sender-has-code'
  | 'gas-limit-missing'
  | 'signature'
  | 'already-pending'
  | 'already-queued'
  | 'sender-missing'
  | 'init-code-size'
  | 'size'
  | 'gas-limit'
  | 'nonce-encoding'
  | 'nonce-too-low'
  | 'nonce-too-high'
  | 'insufficient-funds'
  | 'gas-price-too-low'
  | 'intrinsic-gas'
  | 'gas-price-cap'
  | 'replacement-price'
  | 'account-quota'
  | 'insufficient-funds-for-all'
  | 'pool-full'

export interface PoolRejection {
  readonly reason: PoolRejectionReason
  readonly message: string
  /** The figures behind the rejection, for clients that do not compare the reference node's message. */
  readonly explanation?: () => string
}

/** Maximum length of an encoded transaction, in bytes. */
export const maximumTransactionSize = 131_072
export const maximumNonceBytes = 8

const messages = {
  'gas-limit-missing': 'Missing parameter, gasPrice, gas or value',
  'already-pending': 'pending transaction with same hash already exists',
  'already-queued': 'queued transaction with same hash already exists',
  'sender-missing': "the sender account doesn't exist",
  'init-code-size': "transaction's init code size is invalid",
  'nonce-encoding': 'transaction nonce has non-canonical encoding',
  'nonce-too-low': 'transaction nonce too low',
  'nonce-too-high': 'transaction nonce too high',
  'insufficient-funds': 'insufficient funds',
  'gas-price-too-low': "transaction's gas price lower than block's minimum",
  'intrinsic-gas': "transaction's basic cost is above the gas limit",
  'gas-price-cap': "transaction's gas price exceeds cap",
  'replacement-price': 'gas price not enough to bump transaction',
  'account-quota': 'account exceeds quota',
  'insufficient-funds-for-all': 'insufficient funds to pay for pending and new transactions',
  'delegated-busy': 'delegated account already has a transaction in the pool',
  'delegated-gap': 'gapped-nonce transaction from delegated account',
  'sender-has-code': 'the sender of a type 4 transaction has code that is not a delegation',
  'pool-full': 'transaction pool is full, a higher gas price may find room',
} as const satisfies Partial<Record<PoolRejectionReason, string>>

/** A rejection whose message is always the same. */
export const reject = (reason: keyof typeof messages, explanation?: () => string): PoolRejection => ({
  reason,
  message: messages[reason],
  ...(explanation && { explanation }),
})

/** The sender cannot pay the cost of the transaction, together with its other pending transactions. */
export const shortOfFunds = (
  reason: 'sender-missing' | 'insufficient-funds' | 'insufficient-funds-for-all',
  balance: bigint,
  cost: bigint,
  costOfOthers = 0n,
): PoolRejection =>
  reject(reason, () => {
    if (balance >= cost + costOfOthers) return 'the sender does not exist; pay it first, if only 1 wei'
    const others = costOfOthers === 0n ? '' : `, and ${coinText(costOfOthers)} for pending transactions`
    return `balance ${coinText(balance)} RBTC, needed ${coinText(cost)}${others}`
  })

const typeNames: Readonly<Record<number, string>> = {
  1: 'StandardTyped[RSKIP546 (EIP-2930)]',
  2: 'StandardTyped[RSKIP546 (EIP-1559)]',
  4: 'StandardTyped[RSKIP545 (EIP-7702)]',
}

/** The next block cannot have a transaction of this type. */
export function typeNotActive({ prefix, neededRules }: Transaction, height: number): PoolRejection {
  const [type = 0, subtype] = prefix
  const name =
    subtype === undefined
      ? typeNames[type]
      : `RskNamespace[subtype=0x${subtype.toString(16).padStart(2, '0')}]`
  return {
    reason: 'type-not-active',
    message: `transaction type ${name} is not supported before its activation`,
    explanation: () => `type ${type} needs ${neededRules.join(' and ')}, which block ${height} does not have`,
  }
}

/** The pool has the transaction. */
export const alreadyKnown = (isPending: boolean): PoolRejection =>
  isPending
    ? reject('already-pending', () => 'the transaction is pending')
    : reject('already-queued', () => 'the transaction waits for one with a lower nonce')

/** Also for a signature that is invalid on every chain: the reference node has one message for both. */
export const wrongSignature = (chainId: number): PoolRejection => ({
  reason: 'signature',
  message: `Invalid chainId: ${chainId}`,
})

export const tooLarge = (size: number): PoolRejection => ({
  reason: 'size',
  message: `transaction's size is higher than defined maximum: ${size} > ${maximumTransactionSize}`,
  explanation: () => `${size} bytes, at most ${maximumTransactionSize}`,
})

export const nonceTooLong = (length: number): PoolRejection => ({
  reason: 'nonce-encoding',
  message: `transaction nonce byte length exceeds maximum: ${length} > ${maximumNonceBytes}`,
})

/** Rootstock's message calls the ceiling of a transaction that of the block; the explanation names both. */
export const gasLimitTooHigh = (gasLimit: bigint, ceiling: bigint, blockLimit: bigint): PoolRejection => ({
  reason: 'gas-limit',
  message: `transaction's gas limit of ${gasLimit} is higher than the block's gas limit of ${ceiling}`,
  explanation: () =>
    ceiling < blockLimit
      ? `gas ${gasLimit}, at most ${ceiling} of a block of ${blockLimit}, because blocks are divided into lists (RSKIP144)`
      : `gas ${gasLimit}, at most ${blockLimit}`,
})

/*
 * Client libraries recognise a rejected transaction by phrases of Ethereum nodes. They are sent to clients whose
 * errors are set to `ethereum`.
 */
const phrases: Partial<Record<PoolRejectionReason, string>> = {
  'type-not-active': 'transaction type not supported',
  'already-pending': 'already known',
  'already-queued': 'already known',
  'sender-missing': 'insufficient funds for gas * price + value',
  'init-code-size': 'max initcode size exceeded',
  size: 'oversized data',
  'gas-limit': 'exceeds block gas limit',
  'nonce-too-low': 'nonce too low',
  'nonce-too-high': 'nonce too high',
  'insufficient-funds': 'insufficient funds for gas * price + value',
  'insufficient-funds-for-all': 'insufficient funds for gas * price + value',
  'gas-price-too-low': 'transaction underpriced',
  'intrinsic-gas': 'intrinsic gas too low',
  'replacement-price': 'replacement transaction underpriced',
  'pool-full': 'txpool is full',
}

/** The phrase of Ethereum nodes for the rejection, or Rootstock's message if they have none, then the figures. */
export function inEthereumWords({ reason, message, explanation }: PoolRejection): string {
  const known = phrases[reason]
  if (explanation !== undefined) return `${known ?? message}: ${explanation()}`
  return known === undefined ? message : `${known}: ${message}`
}
