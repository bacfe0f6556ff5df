import { emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { signedBytes } from '../../primitives/integers.ts'
import { delegateOf, delegationTo } from '../../protocol/delegation.ts'
import { type Authorization, authorityOf } from '../../protocol/transactions/authorization.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { EvmHost } from '../host/evmHost.ts'

/** The refund for an account that already delegated: the price of an authorization less that of a write (RSKIP545). */
const refundPerAuthorization = 9_500

/**
 * Applies the authorizations of a type 4 transaction in order, each completely or not at all. They stay when the call fails.
 * Returns the gas that is refunded.
 */
export function applyAuthorizations(
  { authorizations, chainId }: Pick<Transaction, 'authorizations' | 'chainId'>,
  host: EvmHost,
): number {
  let refund = 0
  for (const authorization of authorizations) refund += apply(authorization, chainId, host)
  return refund
}

function apply(authorization: Authorization, chainId: number, host: EvmHost): number {
  const { state } = host
  const { address, nonce } = authorization
  if (authorization.chainId !== 0n && authorization.chainId !== BigInt(chainId)) return 0
  const authority = authorityOf(authorization)
  if (authority === undefined) return 0
  const code = state.code(authority)?.bytes
  if (code !== undefined && delegateOf(code) === undefined) return 0
  const expected = state.nonce(authority)
  // The reference node compares the bytes with Java's signed form: 0 is the byte 00, 128 is 0080.
  if (!equalBytes(nonce, signedBytes(expected))) return 0
  const isEnd = address.every((byte) => byte === 0)
  host.noteParticipant(authority)
  state.saveCode(authority, isEnd ? emptyBytes : delegationTo(address))
  state.setNonce(authority, expected + 1n)
  return code === undefined ? 0 : refundPerAuthorization
}
