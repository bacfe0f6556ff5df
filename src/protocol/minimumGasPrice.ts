/** A minimum gas price moves by at most a hundredth per block, and always may move by one wei. */
const boundDivisor = 100n

/** Transactions may offer at most this many times a block's minimum gas price (RSKIP252). */
export const gasPriceCapFactor = 100n

/** The range a block's minimum gas price may lie in, both ends included. */
export function minimumGasPriceBounds(parentPrice: bigint): { lowest: bigint; highest: bigint } {
  const hundredth = parentPrice / boundDivisor
  const delta = hundredth > 1n ? hundredth : 1n
  return { lowest: parentPrice > delta ? parentPrice - delta : 0n, highest: parentPrice + delta }
}
