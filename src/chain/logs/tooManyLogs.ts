/** Ranges of up to this many blocks have no limit of logs. */
export const uncappedBlocks = 2_000
/** Maximum number of logs in the answer for a wider range. */
export const maximumLogs = 10_000

/** A wide query has more logs than one answer may hold. `fromBlock` to `toBlock` is a range that can be answered. */
export class TooManyLogs extends Error {
  override readonly name = 'TooManyLogs'
  readonly fromBlock: number
  readonly toBlock: number
  /** The block of the first log too many. */
  readonly blockNumber: number

  constructor(fromBlock: number, blockNumber: number) {
    const toBlock = Math.max(blockNumber - 1, fromBlock + uncappedBlocks - 1)
    super(`too many logs in this range of blocks: ask for blocks ${fromBlock} to ${toBlock}`)
    this.fromBlock = fromBlock
    this.toBlock = toBlock
    this.blockNumber = blockNumber
  }
}
