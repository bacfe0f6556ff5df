import { constantsOf } from '../../bridge/constants/constantsOf.ts'
import { memberAccount } from '../../bridge/federation/member.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'

/*
 * Before Bridge transactions had to be paid for, those of the genesis federation and of the authorisers of federation
 * changes, whitelist and fee cost no gas. On regtest this always holds.
 */

/** Whether the transaction is sent to the Bridge and costs no gas. */
export function isFreeBridgeTransaction(transaction: Transaction, network: Network, rules: Rules): boolean {
  const { to, sender } = transaction
  if (rules.bridgeTransactionsArePaid || to === null || !equalBytes(to, bridgeAddress)) return false
  if (sender === undefined || !transaction.hasAcceptableSignature(network.chainId)) return false
  return isFreeBridgeSender(sender, network)
}

export function isFreeBridgeSender(sender: Uint8Array, network: Network): boolean {
  const { genesisFederation, authorisers } = constantsOf(network)
  const { federationChange, whitelist, feePerKb } = authorisers
  const federators = genesisFederation.members.map(memberAccount)
  return [...federators, ...federationChange, ...whitelist, ...feePerKb].some((free) =>
    equalBytes(free, sender),
  )
}
