import type { Seek, Step, StepDetails, StepRow } from './steps.ts'

/** Cells of one frame are looked for in at most this many steps before the shown one. */
const maximumWalkLength = 200_000

export class StepStore {
  readonly #steps: readonly Step[]

  constructor(steps: readonly Step[]) {
    this.#steps = steps
  }

  get count(): number {
    return this.#steps.length
  }

  rows(from: number, to: number): StepRow[] {
    return this.#steps
      .slice(from, to)
      .map(({ pc, op, gas, gasCost, depth }) => ({ pc, op, gas, gasCost, depth }))
  }

  details(index: number): StepDetails | undefined {
    const step = this.#steps[index]
    return step && { index, step, storage: [...this.#storageAt(index)].sort(([a], [b]) => (a < b ? -1 : 1)) }
  }

  /** The next step that fails or changes the depth; undefined after the last of them. */
  seek(from: number, seek: Seek): number | undefined {
    const direction = seek === 'previous-call' ? -1 : 1
    const depth = this.#steps[from]?.depth
    for (let at = from + direction; at >= 0 && at < this.#steps.length; at += direction) {
      const step = this.#steps[at]
      if (seek === 'failure' ? isFailure(step) : step?.depth !== depth) return at
    }
    return undefined
  }

  /** The latest storage of the running frame: at each access the tracer reports the cells that the contract has accessed so far. */
  #storageAt(index: number): ReadonlyMap<string, string> {
    const depth = this.#steps[index]?.depth ?? 0
    for (let at = index; at >= 0 && index - at < maximumWalkLength; at--) {
      const step = this.#steps[at]
      if (step === undefined || step.depth < depth) break
      if (step.depth === depth && step.storage) return new Map(Object.entries(step.storage))
    }
    return new Map()
  }
}

const isFailure = (step: Step | undefined): boolean =>
  step !== undefined && (step.op === 'REVERT' || step.op === 'INVALID' || Boolean(step.error))
