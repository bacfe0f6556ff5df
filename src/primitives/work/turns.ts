import { soon } from '../../platform/turns.ts'
import { completeInSlices, type Steps } from './steps.ts'

/** Work yields the event loop after this time. */
const sliceMs = 2

const waiting: (() => void)[] = []

/**
 * Resolves in a turn of the event loop in which no other caller of this function continues. Node runs all pending
 * immediates in one turn, so with plain immediates the slices of several workers would add up to a long turn.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) soon(giveTurn)
  })
}

function giveTurn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) soon(giveTurn)
}

/** Measures the time that a piece of work takes in the current turn of the event loop. */
export class Slice {
  #start = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#start >= sliceMs
  }

  /** Restarts the measurement after a wait. */
  begin(): void {
    this.#start = performance.now()
  }

  /** Lets other work have its turns, then begins again. */
  async pause(): Promise<void> {
    await ownTurn()
    this.begin()
  }
}

/** Runs the steps in slices, each in its own turn of the event loop. */
export const completeInTurns = <Result>(steps: Steps<Result>): Promise<Result> =>
  completeInSlices(steps, { now: () => performance.now(), sliceMs, pause: ownTurn })
