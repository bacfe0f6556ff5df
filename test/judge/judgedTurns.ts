/** Measures the work of the main thread since the last look. */
export interface SliceMeter {
  look(): number
}

/** An answer as far as it has come. */
export interface Tally {
  /** Characters since the last turn. */
  length: number
  /** The beginning of the answer. */
  beginning: string
  isOver: boolean
  /** The client leaves. */
  leave(): void
}

export const newTally = (leave: () => void): Tally => ({ length: 0, beginning: '', isOver: false, leave })

export interface Judged {
  /** The most work of one turn of the event loop. */
  readonly maximum: number
  readonly turns: number
  /** The most characters that were made in one turn. */
  readonly maximumLength: number
  /** The beginning of the answer. */
  readonly beginning: string
}

/** Measures every turn of the event loop until the answer has ended, or enough turns have passed. */
export async function judgedTurns(
  begin: () => Tally,
  meter: SliceMeter,
  isEnough: (turns: number) => boolean,
  nextTurn: () => Promise<unknown>,
): Promise<Judged> {
  let maximum = 0
  let maximumLength = 0
  meter.look()
  const tally = begin()
  const endTurn = (): void => {
    maximum = Math.max(maximum, meter.look())
    maximumLength = Math.max(maximumLength, tally.length)
    tally.length = 0
  }
  endTurn()
  let turns = 1
  for (; !tally.isOver && !isEnough(turns); turns++) {
    await nextTurn()
    endTurn()
  }
  if (!tally.isOver) tally.leave()
  await nextTurn()
  return { maximum, turns, maximumLength, beginning: tally.beginning }
}
