import { SELF_DESTRUCT_REFUND } from '../../evm/gas.ts'
import type { Outcome } from './request.ts'

/** The payment for a transaction's gas. */
export interface Settlement {
  /** After refunds, as in the receipt. */
  readonly gasUsed: number
  /** Unused gas; negative where more than the limit was used (before RSKIP136). */
  readonly gasReturned: number
  /** The amount for the miners. */
  readonly fee: bigint
}

/** Refunds are at most half of the gas used. */
export function settle(outcome: Outcome, gasLimit: number, gasPrice: bigint): Settlement {
  const earned = outcome.refund + SELF_DESTRUCT_REFUND * outcome.destroyed.length
  const gasUsed = outcome.gasUsed - Math.min(earned, Math.floor(outcome.gasUsed / 2))
  const gasReturned = outcome.isForgivenFailure ? 0 : gasLimit - gasUsed
  return { gasUsed, gasReturned, fee: gasPrice * BigInt(gasLimit - gasReturned) }
}
