import type { KnownTransaction } from '../chain/knownTransaction.ts'
import { feeFor } from '../chain/relayPolicy.ts'
import { satoshisOf } from './amounts.ts'
import type { Json } from './json.ts'

/** Satoshis for 1000 virtual bytes: 0.1 BTC. */
const defaultMaximumRate = 10_000_000n

/** The most that a client wants to pay for a transaction; undefined without a limit, which a rate of 0 means. */
export function maximumFee({ virtualSize }: KnownTransaction, rate: Json | undefined): bigint | undefined {
  const maximumRate = rate === undefined ? defaultMaximumRate : satoshisOf(rate)
  return maximumRate === 0n ? undefined : feeFor(maximumRate, virtualSize)
}
