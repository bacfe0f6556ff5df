/** A minimum gas price differs from its parent's by at most this part, or by one wei where that is more. */
const boundDivisor = 100n

/** Transactions may offer at most this many times a block's minimum gas price (RSKIP252). */
export const gasPriceCapFactor = 100n

/** The range of a block's minimum gas price, both ends included. */
export function minimumGasPriceBounds(parentPrice: bigint): { lowest: bigint; highest: bigint } {
  const hundredth = parentPrice / boundDivisor
  const delta = hundredth > 1n ? hundredth : 1n
  return { lowest: parentPrice > delta ? parentPrice - delta : 0n, highest: parentPrice + delta }
}
