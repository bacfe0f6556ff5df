import { processorMs } from '../measuring/processorTime.ts'

/** On loaded cores V8 takes several rounds to replace a task's first code by optimised code. */
const rounds = 12
const minimumRoundMs = 30

/** Microseconds of processor time, the best of some rounds. */
export function measured(work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const end = performance.now() + minimumRoundMs
    const start = processorMs()
    let times = 0
    do {
      work()
      times++
    } while (performance.now() < end)
    best = Math.min(best, ((processorMs() - start) * 1000) / times)
  }
  return best
}
