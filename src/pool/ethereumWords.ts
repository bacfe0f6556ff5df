import type { PoolRejection, RejectionReason } from './rejection.ts'

/*
 * Libraries recognise a refused transaction by fixed words of Ethereum nodes. The reference node's own messages
 * hold them for nonces and funds; these are for clients that ask for Ethereum's errors.
 */
const words: Partial<Record<RejectionReason, string>> = {
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

/** The rejection as an Ethereum node would say it, followed by the reference node's message. */
export function inEthereumWords({ reason, message }: PoolRejection): string {
  const known = words[reason]
  return known === undefined ? message : `${known}: ${message}`
}
