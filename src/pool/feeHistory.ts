/*
 * Fees of past blocks in the terms of EIP-1559, for clients that expect them. The price above the base fee is the priority
 * fee.
 */

export interface PaidTransaction {
  readonly gasPrice: bigint
  readonly gasUsed: number
}

export interface FeeHistoryBlock {
  readonly number: number
  /** The minimum gas price, or zero where types 1 and 2 are known (RSKIP546). */
  readonly baseFee: bigint
  readonly gasUsed: number
  readonly gasLimit: number
  /** Without the payment to the miners. */
  readonly transactions: readonly PaidTransaction[]
}

export interface FeeHistory {
  readonly oldestBlock: number
  /** One value for each block, and one for the block after the last. */
  readonly baseFeePerGas: readonly bigint[]
  readonly gasUsedRatio: readonly number[]
  /** For each block, the priority fee at each percentile of its gas. */
  readonly reward: readonly (readonly bigint[])[]
}

/** The history of one or more consecutive blocks, oldest first. Percentiles ascend from 0 to 100. */
export function feeHistory(blocks: readonly FeeHistoryBlock[], percentiles: readonly number[]): FeeHistory {
  const [oldest] = blocks
  const newest = blocks.at(-1)
  if (!oldest || !newest) throw new RangeError('a fee history needs a block')
  return {
    oldestBlock: oldest.number,
    // It changes by at most a hundredth per block, so the last one is the estimate for the next.
    baseFeePerGas: [...blocks, newest].map((block) => block.baseFee),
    gasUsedRatio: blocks.map(({ gasUsed, gasLimit }) => (gasLimit === 0 ? 0 : gasUsed / gasLimit)),
    reward: blocks.map((block) => rewards(block, percentiles)),
  }
}

/** The priority fee at each percentile: transactions are sorted by price, cheapest first, and weighted by gas. */
function rewards(block: FeeHistoryBlock, percentiles: readonly number[]): bigint[] {
  const byPrice = block.transactions.toSorted((a, b) => compare(a.gasPrice, b.gasPrice))
  if (byPrice.length === 0) return percentiles.map(() => 0n)
  const totalGas = byPrice.reduce((sum, { gasUsed }) => sum + gasUsed, 0)
  let index = 0
  let gasSoFar = byPrice[0]!.gasUsed
  return percentiles.map((percentile) => {
    const threshold = (totalGas * percentile) / 100
    while (gasSoFar < threshold && index < byPrice.length - 1) gasSoFar += byPrice[++index]!.gasUsed
    const { gasPrice } = byPrice[index]!
    return gasPrice > block.baseFee ? gasPrice - block.baseFee : 0n
  })
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
