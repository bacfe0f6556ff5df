import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import { type CallAnswer, splitAnswers } from '../answers/fields.ts'
import { UpstreamError } from '../upstreamError.ts'
import type { ValueSource } from './valueSource.ts'

/** Calls, and a handler of their answers, which may return a further task. */
export interface FetchTask {
  readonly calls: readonly RemoteCall[]
  /** Throws an `EndpointFault` or `DecodeError` for answers that cannot be used. */
  settle(answers: readonly CallAnswer[]): FetchTask | undefined
}

/** A guessing run needs a value that cannot be guessed. */
export class GuessEnded extends Error {
  override readonly name = 'GuessEnded'
}

/**
 * Maximum guessing runs. Values that are still missing after them are fetched one by one, where this thread may wait. Elsewhere
 * every value of a chain of reads takes a run, such as the elements of a linked list.
 */
const maximumRounds = { waiting: 8, neverWaiting: 64 } as const

/**
 * Fetches values that the synchronous core misses. Usually the core waits for each value. In a guessing run it continues
 * with a guess and the missing values are collected, so that one round of requests fetches all of them; the result of
 * such a run is discarded.
 */
export class MissingValues {
  #source: ValueSource
  readonly #explain: (error: unknown) => unknown
  /** The tasks of a guessing run by name; undefined outside of one. */
  #collected: Map<string, () => FetchTask> | undefined

  /** `explain` turns the error of a failed fetch into the error that is thrown. */
  constructor(source: ValueSource, explain: (error: unknown) => unknown = (error) => error) {
    this.#source = source
    this.#explain = explain
  }

  /** Fetches from another endpoint from now on. */
  askOther(source: ValueSource): void {
    this.#source = source
  }

  /** The endpoint without its keys. */
  get shown(): string {
    return this.#source.shown
  }

  get isGuessing(): boolean {
    return this.#collected !== undefined
  }

  /** Whether this guessing run has missed a value, so that its result will be discarded. */
  get hasCollected(): boolean {
    return this.#collected !== undefined && this.#collected.size > 0
  }

  /** Notes a missing value in a guessing run. Tasks of one name replace each other. */
  collect(name: string, task: () => FetchTask): void {
    this.#collected?.set(name, task)
  }

  /** A value that is known, or that is fetched while this thread waits. A guessing run ends without it. */
  need<Value>(name: string, known: () => Value | undefined, task: () => FetchTask): Value {
    const held = known()
    if (held !== undefined) return held
    if (this.isGuessing) {
      this.collect(name, task)
      throw new GuessEnded(name)
    }
    this.fetchNow(task())
    const fetched = known()
    if (fetched !== undefined) return fetched
    throw new UpstreamError('malformed', `the endpoint ${this.shown} lacks ${name} of its own chain`)
  }

  /** Fetches while this thread waits. */
  fetchNow(task: FetchTask): void {
    const { askAndWait, shown } = this.#source
    if (askAndWait === undefined) {
      throw new UpstreamError('timeout', `the endpoint ${shown} would have to be asked too often`)
    }
    try {
      for (let next: FetchTask | undefined = task; next !== undefined; ) {
        next = askAndWait(next.calls, next.settle)
      }
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** Fetches without blocking this thread. */
  async fetch(task: FetchTask): Promise<void> {
    try {
      for (let next: FetchTask | undefined = task; next !== undefined; ) {
        next = await this.#source.ask(next.calls, next.settle)
      }
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /**
   * Runs `run` as a guessing run, and again each time that what it missed was fetched. The result of the first run that misses
   * nothing counts; after too many runs, a last one waits for each value that is still missing.
   */
  attempt<Result>(run: () => Result | Promise<Result>): Result | Promise<Result> {
    const { outcome, missing } = this.#guess(run)
    return missing.length === 0 ? outcome() : this.#attemptAfter(missing, run)
  }

  /** Runs `run` as a guessing run until it misses nothing, and fetches what it misses each time. */
  async prepare(run: () => unknown): Promise<void> {
    for (let round = 0; round < this.#maximumRounds; round++) {
      const { missing } = this.#guess(run)
      if (missing.length === 0) return
      await this.fetch(together(missing))
    }
  }

  async #attemptAfter<Result>(
    firstMissing: readonly FetchTask[],
    run: () => Result | Promise<Result>,
  ): Promise<Result> {
    await this.fetch(together(firstMissing))
    for (let round = 1; round < this.#maximumRounds; round++) {
      const { outcome, missing } = this.#guess(run)
      if (missing.length === 0) return outcome()
      await this.fetch(together(missing))
    }
    return run()
  }

  get #maximumRounds(): number {
    return this.#source.askAndWait === undefined ? maximumRounds.neverWaiting : maximumRounds.waiting
  }

  /** The outcome, which may be an error, is valid only if nothing is missing. */
  #guess<Result>(run: () => Result): { readonly outcome: () => Result; readonly missing: FetchTask[] } {
    const collected = new Map<string, () => FetchTask>()
    this.#collected = collected
    let outcome: () => Result
    try {
      const result = run()
      if (result instanceof Promise) result.catch(() => {})
      outcome = () => result
    } catch (error) {
      outcome = () => {
        throw error
      }
    } finally {
      this.#collected = undefined
    }
    return { outcome, missing: [...collected.values()].map((task) => task()) }
  }
}

/** Several tasks in one round of requests. */
function together(tasks: readonly FetchTask[]): FetchTask {
  return {
    calls: tasks.flatMap(({ calls }) => calls),
    settle(answers) {
      const lists = splitAnswers(
        answers,
        tasks.map(({ calls }) => calls),
      )
      const following = tasks.flatMap((task, index) => task.settle(lists[index]!) ?? [])
      return following.length === 0 ? undefined : together(following)
    },
  }
}
