/** A wide query has more logs than one answer may hold. `fromBlock` to `toBlock` is a range that can be answered. */
export class TooManyLogs extends Error {
  override readonly name = 'TooManyLogs'
  readonly fromBlock: number
  readonly toBlock: number

  constructor(fromBlock: number, toBlock: number) {
    super(`too many logs in this range of blocks: ask for blocks ${fromBlock} to ${toBlock}`)
    this.fromBlock = fromBlock
    this.toBlock = toBlock
  }
}
