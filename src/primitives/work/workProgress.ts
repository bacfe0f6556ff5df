/* The one form in which long work says how far it is: in terminals, logs and metrics. */

/** What a piece of work reports from time to time. */
export interface WorkStep {
  /** What is counted: `blocks verified`. */
  readonly what: string
  readonly done: number
  /** Undefined when it is not known. */
  readonly total?: number | undefined
  /** Of the whole work, from 0 to 1. Work of one stage leaves it out: it is that of `done` in `total`. */
  readonly part?: number | undefined
  /** Whether bytes are counted. */
  readonly isBytes?: boolean
}

/** A step with what follows from those before it. */
export interface WorkProgress extends WorkStep {
  /** Undefined while it is not known. */
  readonly part: number | undefined
  readonly perSecond: number | undefined
  readonly secondsLeft: number | undefined
}

/** Progress of some work, by its name in metrics. */
export interface NamedWork {
  readonly work: string
  readonly progress: WorkProgress
}

/** Rates are those of the last half minute to minute. */
const windowMs = 30_000
/** Over a shorter time a rate says nothing. */
const minimumMs = 500

interface Sample {
  readonly atMs: number
  readonly step: WorkStep
  readonly part: number | undefined
}

/** Derives the rate and the time left from the steps of one piece of work. */
export class WorkPace {
  readonly #now: () => number
  #base: Sample | undefined
  /** Becomes the base when it is as old as the window. */
  #next: Sample | undefined

  /** `now` is in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  progress(step: WorkStep): WorkProgress {
    const last: Sample = { atMs: this.#now(), step, part: partOf(step) }
    this.#base ??= last
    this.#next ??= last
    if (last.atMs - this.#next.atMs >= windowMs) {
      this.#base = this.#next
      this.#next = last
    }
    return { ...step, part: last.part, ...pace(this.#base, last) }
  }
}

/** The part that is done, from 0 to 1; undefined when it is not known. */
export function partOf({ done, total, part }: WorkStep): number | undefined {
  if (part === undefined && total === undefined) return undefined
  return Math.min(1, Math.max(0, part ?? done / Math.max(1, total!)))
}

function pace(base: Sample, last: Sample): Pick<WorkProgress, 'perSecond' | 'secondsLeft'> {
  const seconds = (last.atMs - base.atMs) / 1000
  if (1000 * seconds < minimumMs) return { perSecond: undefined, secondsLeft: undefined }
  const isSame = base.step.what === last.step.what && last.step.done >= base.step.done
  const gained = (last.part ?? 0) - (base.part ?? 0)
  return {
    perSecond: isSame ? (last.step.done - base.step.done) / seconds : undefined,
    secondsLeft: gained > 0 ? (seconds * (1 - (last.part ?? 0))) / gained : undefined,
  }
}

/** For stages of some weights: functions from the part of a stage to the part of the whole work. */
export function stagesOf(weights: readonly number[]): ((part: number) => number)[] {
  const sum = Math.max(
    weights.reduce((total, weight) => total + weight, 0),
    Number.MIN_VALUE,
  )
  let before = 0
  return weights.map((weight) => {
    const start = before
    before += weight
    return (part) => (start + weight * Math.min(1, part)) / sum
  })
}

/** The steps of one stage, with their part of the whole work. Returns what the stage returns. */
export function* inWhole<Result>(
  stage: Generator<WorkStep, Result, undefined>,
  whole: (part: number) => number,
): Generator<WorkStep, Result, undefined> {
  for (let next = stage.next(); ; next = stage.next()) {
    if (next.done) return next.value
    yield { ...next.value, part: whole(partOf(next.value) ?? 0) }
  }
}
