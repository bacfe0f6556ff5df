import { latestTimestamp } from '../../../mining/inputs/clock.ts'
import type { DevelopmentOptions } from './developmentOptions.ts'

/** The signature's one byte for the chain id holds no more. */
const largestChainId = 109
const mostAccounts = 100_000

/** Throws `RangeError` that names the option. A program without types may give anything. */
export function checkDevelopmentOptions({
  accounts,
  chainId,
  timestamp,
  genesisTimestamp,
}: DevelopmentOptions): void {
  check('accounts', accounts, 0, mostAccounts)
  check('chainId', chainId, 1, largestChainId)
  check('timestamp', timestamp, 0, latestTimestamp)
  check('genesisTimestamp', genesisTimestamp, 0, latestTimestamp)
}

function check(name: string, value: number | undefined, from: number, to: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= from && value <= to)) return
  throw new RangeError(`${name} is ${String(value)}, not a whole number from ${from} to ${to}`)
}
