/** A minimum gas price differs from its parent's by at most this part, or by one wei where that is more. */
const priceDivisor = 100n

/** Transactions may offer at most this many times a block's minimum gas price (RSKIP252). */
export const gasPriceCapFactor = 100n

/** The range of a block's minimum gas price, both ends included. */
export function minimumGasPriceBounds(parentPrice: bigint): { lowest: bigint; highest: bigint } {
  const hundredth = parentPrice / priceDivisor
  const delta = hundredth > 1n ? hundredth : 1n
  return { lowest: parentPrice > delta ? parentPrice - delta : 0n, highest: parentPrice + delta }
}

/** The lowest gas limit that a block may have. */
export const minimumGasLimit = 3_000_000n

/** A gas limit differs from its parent's by at most this part. */
const limitDivisor = 1024n

/** The range of a block's gas limit, both ends included. */
export function gasLimitBounds(parentGasLimit: bigint): { lowest: bigint; highest: bigint } {
  return {
    lowest: (parentGasLimit * (limitDivisor - 1n)) / limitDivisor,
    highest: (parentGasLimit * (limitDivisor + 1n)) / limitDivisor,
  }
}

/** The gas limit of a miner that moves toward a target in maximum steps. */
export function gasLimitToward(target: bigint, parentGasLimit: bigint): bigint {
  const step = parentGasLimit / limitDivisor
  if (target > parentGasLimit) return target < parentGasLimit + step ? target : parentGasLimit + step
  const lowered = target > parentGasLimit - step ? target : parentGasLimit - step
  return lowered > minimumGasLimit ? lowered : minimumGasLimit
}
