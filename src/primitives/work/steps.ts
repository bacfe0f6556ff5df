/** Work that may pause after each of its steps. */
export type Steps<Result> = Generator<void, Result, undefined>

/** Runs all steps at once. */
export function complete<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs the steps in slices of at least `sliceMs`, with a pause between slices. */
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
