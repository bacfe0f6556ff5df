/** Work in steps, after each of which it may pause. */
export type Steps<Result> = Generator<void, Result, undefined>

/** Does all steps at once. */
export function complete<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Does the steps in slices of at least `sliceMs`, with a pause after each slice that is not the last. */
export async function completeInSlices<Result>(
  steps: Steps<Result>,
  { now, sliceMs, pause }: { now: () => number; sliceMs: number; pause: () => Promise<void> },
): Promise<Result> {
  for (let start = now(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (now() - start < sliceMs) continue
    await pause()
    start = now()
  }
}
