/** Blocks of code that a turn may execute. The worst first tries of reads, and pieces of long answers, execute a third as many. */
export const maximumBlocks = 200_000
/** Characters of an answer that come in one turn. A thread may make as many as a window of the dataset has, 1 MiB and a block. */
export const maximumLength = 1_500_000

/** Milliseconds of processor time that the main thread may work without a pause; `block`: to assemble or complete one. */
export const maximumSliceMs = { turn: 20, block: 400, 'own-chain': Number.POSITIVE_INFINITY } as const

/** Nothing if the count is within its bound. */
export const objection = (what: string, count: number, maximum: number): string[] =>
  count < maximum ? [] : [`${count} ${what}, at most ${maximum} allowed`]
