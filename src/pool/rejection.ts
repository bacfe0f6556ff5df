/* Why the pool refuses a transaction, in the words of the reference node, which tools and users search for. */

export type RejectionReason =
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
  readonly reason: RejectionReason
  readonly message: string
}

const reject = (reason: RejectionReason, message: string): PoolRejection => ({ reason, message })

/** The largest encoding of a transaction. */
export const maximumTransactionSize = 131_072
export const maximumNonceBytes = 8

export const gasLimitMissing = reject('gas-limit-missing', 'Missing parameter, gasPrice, gas or value')
export const alreadyPending = reject('already-pending', 'pending transaction with same hash already exists')
export const alreadyQueued = reject('already-queued', 'queued transaction with same hash already exists')
export const senderMissing = reject('sender-missing', "the sender account doesn't exist")
export const initCodeTooLarge = reject('init-code-size', "transaction's init code size is invalid")
export const nonceNotCanonical = reject('nonce-encoding', 'transaction nonce has non-canonical encoding')
export const nonceTooLow = reject('nonce-too-low', 'transaction nonce too low')
export const nonceTooHigh = reject('nonce-too-high', 'transaction nonce too high')
export const insufficientFunds = reject('insufficient-funds', 'insufficient funds')
export const gasPriceTooLow = reject(
  'gas-price-too-low',
  "transaction's gas price lower than block's minimum",
)
export const belowIntrinsicGas = reject('intrinsic-gas', "transaction's basic cost is above the gas limit")
export const gasPriceAboveCap = reject('gas-price-cap', "transaction's gas price exceeds cap")
export const replacementTooCheap = reject('replacement-price', 'gas price not enough to bump transaction')
export const quotaExceeded = reject('account-quota', 'account exceeds quota')
export const insufficientFundsForAll = reject(
  'insufficient-funds-for-all',
  'insufficient funds to pay for pending and new transactions',
)
export const poolFull = reject('pool-full', 'transaction pool is full, a higher gas price may find room')

/** The same words for a signature that no chain would accept: the reference node tells them no further apart. */
export const wrongSignature = (chainId: number): PoolRejection =>
  reject('signature', `Invalid chainId: ${chainId}`)

export const tooLarge = (size: number): PoolRejection =>
  reject('size', `transaction's size is higher than defined maximum: ${size} > ${maximumTransactionSize}`)

export const nonceTooLong = (length: number): PoolRejection =>
  reject('nonce-encoding', `transaction nonce byte length exceeds maximum: ${length} > ${maximumNonceBytes}`)

export const gasLimitTooHigh = (gasLimit: bigint, ceiling: bigint): PoolRejection =>
  reject(
    'gas-limit',
    `transaction's gas limit of ${gasLimit} is higher than the block's gas limit of ${ceiling}`,
  )
