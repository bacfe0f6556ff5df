import type { Step, Summary } from './steps.ts'

export interface StructTrace {
  readonly failed: boolean
  readonly gas: number
  readonly structLogs: readonly Step[]
}

/** With memory at each step, a longer trace would not fit in an answer. */
const stepsWithMemory = 3_000

interface LoadedSteps {
  readonly steps: readonly Step[]
  readonly summary: Summary
}

/** The steps with as many details as fit in an answer. `trace` takes options of the tracer `structLogger`. */
export async function loadSteps(trace: (options: object) => Promise<StructTrace>): Promise<LoadedSteps> {
  const all = await trace({}).catch(() => undefined)
  // The stacks may be too much for one answer.
  const steps = all ?? (await trace({ disableStack: true, disableStorage: true }))
  const isShort = steps.structLogs.length <= stepsWithMemory
  const shown = isShort && all !== undefined ? await trace({ enableMemory: true }).catch(() => steps) : steps
  const { failed, gas, structLogs } = shown
  return {
    steps: structLogs,
    summary: {
      count: structLogs.length,
      failed,
      gas,
      hasMemory: shown !== steps,
      hasStack: all !== undefined,
    },
  }
}
