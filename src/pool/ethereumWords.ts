import type { PoolRejection, RejectionReason } from './poolRejection.ts'

/*
 * Client libraries recognise a rejected transaction by phrases of Ethereum nodes. They are sent to clients whose
 * errors are set to `ethereum`.
 */
const phrases: Partial<Record<RejectionReason, string>> = {
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

/** The phrase of Ethereum nodes for the rejection, then Rootstock's message; the latter alone without a phrase. */
export function inEthereumWords({ reason, message, explanation }: PoolRejection): string {
  const known = phrases[reason]
  return known === undefined ? message : `${known}: ${explanation ?? message}`
}
