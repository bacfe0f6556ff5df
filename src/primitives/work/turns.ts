import { completeInSlices, type Steps } from './steps.ts'

/** After this time a piece of work gives the event loop to others. */
const sliceMs = 2

const waiting: (() => void)[] = []

/**
 * Resolves in a turn of the event loop in which no other caller of this function continues. All immediates that wait are
 * called in one turn, so with them the slices of several workers would add up to a long turn.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(giveTurn)
  })
}

function giveTurn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(giveTurn)
}

/** The time of a piece of work in the event loop. */
export class Slice {
  #start = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#start >= sliceMs
  }

  /** The work goes on after a wait. */
  begin(): void {
    this.#start = performance.now()
  }

  /** Lets other work have its turns, then begins again. */
  async pause(): Promise<void> {
    await ownTurn()
    this.begin()
  }
}

/** Does the steps in slices, each in a turn of the event loop of its own. */
export const completeInTurns = <Result>(steps: Steps<Result>): Promise<Result> =>
  completeInSlices(steps, { now: () => performance.now(), sliceMs, pause: ownTurn })
