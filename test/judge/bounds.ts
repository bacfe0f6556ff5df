/** Blocks of code that a turn may execute. The worst first tries of reads, and pieces of long answers, execute a third as many. */
export const maximumBlocks = 200_000
/** Characters of an answer that come in one turn. A thread may make as many as a window of the dataset has, 1 MiB and a block. */
export const maximumLength = 1_500_000

/** Nothing if the count is within its bound. */
export const objection = (what: string, count: number, maximum: number): string[] =>
  count < maximum ? [] : [`${count} ${what}, at most ${maximum} allowed`]
