import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { includesBytes } from '../../primitives/bytes.ts'
import { amount } from '../cells/codecs.ts'
import { checkVoters } from '../cells/election.ts'
import { feePerKb, feePerKbElection } from '../cells/governance.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'
import { winner, withVote } from './vote.ts'

export const currentFeePerKb = ({ cells, constants }: BridgeContext): Satoshis =>
  cells.load(feePerKb) ?? constants.initialFeePerKb

const outcome = { accepted: 1n, notPositive: -1n, repeated: -1n, tooHigh: -2n, unauthorised: -10n } as const

/** Votes for another fee. The vote that completes a majority sets it. */
export function voteFeePerKb({ cells, constants, call }: BridgeCall, fee: bigint): bigint {
  const authorisers = constants.authorisers.feePerKb
  if (BigInt.asIntN(64, fee) !== fee || !includesBytes(authorisers, call.caller)) return outcome.unauthorised
  if (fee <= 0n) return outcome.notPositive
  if (fee > constants.maximumFeePerKb) return outcome.tooHigh

  const election = cells.load(feePerKbElection)
  checkVoters(election, authorisers)
  const proposal = { functionName: 'setFeePerKb', args: [amount.encode(fee)] }
  const voted = withVote(election, proposal, call.caller)
  if (!voted) return outcome.repeated

  const won = winner(voted, authorisers)
  if (won) cells.set(feePerKb, amount.decode(won.args[0]!))
  cells.set(feePerKbElection, won ? [] : voted)
  return outcome.accepted
}
