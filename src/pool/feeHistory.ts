/*
 * Fees of past blocks in the terms of EIP-1559, for clients that know no other. Rootstock has no base fee: the
 * minimum gas price stands for it, and what a transaction offers above that for the priority fee.
 */

export interface PaidTransaction {
  readonly gasPrice: bigint
  readonly gasUsed: number
}

export interface FeeHistoryBlock {
  readonly number: number
  readonly minimumGasPrice: bigint
  readonly gasUsed: number
  readonly gasLimit: number
  /** Without the payment to the miners. */
  readonly transactions: readonly PaidTransaction[]
}

export interface FeeHistory {
  readonly oldestBlock: number
  /** Of every block and of the one after the last. */
  readonly baseFeePerGas: readonly bigint[]
  readonly gasUsedRatio: readonly number[]
  /** For every block the priority fee at each percentile of its gas. */
  readonly reward: readonly (readonly bigint[])[]
}

/** The history of consecutive blocks, oldest first; there is at least one. Percentiles ascend from 0 to 100. */
export function feeHistory(blocks: readonly FeeHistoryBlock[], percentiles: readonly number[]): FeeHistory {
  const [oldest] = blocks
  const newest = blocks.at(-1)
  if (!oldest || !newest) throw new RangeError('a fee history needs a block')
  return {
    oldestBlock: oldest.number,
    // Miners move the minimum by at most a hundredth, so the last is the best guess for the next.
    baseFeePerGas: [...blocks, newest].map((block) => block.minimumGasPrice),
    gasUsedRatio: blocks.map(({ gasUsed, gasLimit }) => (gasLimit === 0 ? 0 : gasUsed / gasLimit)),
    reward: blocks.map((block) => rewards(block, percentiles)),
  }
}

/** Priority fee of the transaction at which so much of the block's gas was used, the cheapest counted first. */
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
    return gasPrice > block.minimumGasPrice ? gasPrice - block.minimumGasPrice : 0n
  })
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
