import { coinText } from '../protocol/coinText.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'

/** The words of a reason. */
interface Words {
  readonly message?: string
  readonly phrase?: string
}

/*
 * The reasons for which the pool rejects a transaction, each with its message, where that is always the same: the reference node's,
 * because clients search for it. Client libraries recognise a rejection by the phrase of Ethereum nodes, which clients get whose
 * errors are set to `ethereum`.
 */
const reasons = {
  'type-not-active': { phrase: 'transaction type not supported' },
  'delegated-busy': { message: 'delegated account already has a transaction in the pool' },
  'delegated-gap': { message: 'gapped-nonce transaction from delegated account' },
  'sender-has-code': { message: 'the sender of a type 4 transaction has code that is not a delegation' },
  'gas-limit-missing': { message: 'Missing parameter, gasPrice, gas or value' },
  signature: {},
  'already-pending': {
    message: 'pending transaction with same hash already exists',
    phrase: 'already known',
  },
  'already-queued': { message: 'queued transaction with same hash already exists', phrase: 'already known' },
  'sender-missing': {
    message: "the sender account doesn't exist",
    phrase: 'insufficient funds for gas * price + value',
  },
  'init-code-size': {
    message: "transaction's init code size is invalid",
    phrase: 'max initcode size exceeded',
  },
  size: { phrase: 'oversized data' },
  'gas-limit': { phrase: 'exceeds block gas limit' },
  'nonce-encoding': { message: 'transaction nonce has non-canonical encoding' },
  'nonce-too-low': { message: 'transaction nonce too low', phrase: 'nonce too low' },
  'nonce-too-high': { message: 'transaction nonce too high', phrase: 'nonce too high' },
  'insufficient-funds': {
    message: 'insufficient funds',
    phrase: 'insufficient funds for gas * price + value',
  },
  'gas-price-too-low': {
    message: "transaction's gas price lower than block's minimum",
    phrase: 'transaction underpriced',
  },
  'intrinsic-gas': {
    message: "transaction's basic cost is above the gas limit",
    phrase: 'intrinsic gas too low',
  },
  'gas-price-cap': { message: "transaction's gas price exceeds cap" },
  'replacement-price': {
    message: 'gas price not enough to bump transaction',
    phrase: 'replacement transaction underpriced',
  },
  'account-quota': { message: 'account exceeds quota' },
  'insufficient-funds-for-all': {
    message: 'insufficient funds to pay for pending and new transactions',
    phrase: 'insufficient funds for gas * price + value',
  },
  'pool-full': {
    message: 'transaction pool is full, a higher gas price may find room',
    phrase: 'txpool is full',
  },
} as const satisfies Readonly<Record<string, Words>>

export type PoolRejectionReason = keyof typeof reasons
/** Reasons whose message is always the same. */
type FixedReason = {
  [Reason in PoolRejectionReason]: (typeof reasons)[Reason] extends { message: string } ? Reason : never
}[PoolRejectionReason]

export interface PoolRejection {
  readonly reason: PoolRejectionReason
  readonly message: string
  /** The figures behind the rejection, for clients that do not compare the reference node's message. */
  readonly explanation?: () => string
}

/** Maximum length of an encoded transaction, in bytes. */
export const maximumTransactionSize = 131_072
export const maximumNonceBytes = 8

/** A rejection whose message is always the same. */
export const reject = (reason: FixedReason, explanation?: () => string): PoolRejection => ({
  reason,
  message: reasons[reason].message,
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

/** The phrase of Ethereum nodes for the rejection, or Rootstock's message if they have none, then the figures. */
export function inEthereumWords({ reason, message, explanation }: PoolRejection): string {
  const { phrase: known }: Words = reasons[reason]
  if (explanation !== undefined) return `${known ?? message}: ${explanation()}`
  return known === undefined ? message : `${known}: ${message}`
}
