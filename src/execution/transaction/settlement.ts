import { SELF_DESTRUCT_REFUND } from '../../evm/gas.ts'
import type { Outcome } from './request.ts'

/** How a transaction's gas is paid for. */
export interface Settlement {
  /** After refunds; the receipt's figure. */
  readonly gasUsed: number
  /** Gas that is paid back; negative where more than the limit was used (before RSKIP136). */
  readonly gasReturned: number
  /** What the miners get. */
  readonly fee: bigint
}

/** Refunds return at most half of the gas used. */
export function settle(outcome: Outcome, gasLimit: number, gasPrice: bigint): Settlement {
  const earned = outcome.refund + SELF_DESTRUCT_REFUND * outcome.destroyed.length
  const gasUsed = outcome.gasUsed - Math.min(earned, Math.floor(outcome.gasUsed / 2))
  const gasReturned = outcome.isForgivenFailure ? 0 : gasLimit - gasUsed
  return { gasUsed, gasReturned, fee: gasPrice * BigInt(gasLimit - gasReturned) }
}
