import type { RemoteAnswer, RemoteCall } from '../../remote/jsonAnswers.ts'
import { answersTo, type CallAnswer, fromEndpoint, splitAnswers } from '../answers/fields.ts'
import type { Fetcher } from './fetchThread.ts'

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

/** Maximum guessing runs; values that are still missing after them are fetched one by one. */
const maximumRounds = 8

/**
 * Fetches values that the synchronous core misses. Usually the core waits for each value. In a guessing run it continues
 * with a guess and the missing values are collected, so that one round of requests fetches all of them; the result of
 * such a run is discarded.
 */
export class MissingValues {
  #fetcher: Fetcher
  readonly #explain: (error: unknown) => unknown
  /** The tasks of a guessing run by name; undefined outside of one. */
  #collected: Map<string, () => FetchTask> | undefined

  /** `explain` turns the error of a failed fetch into the error that is thrown. */
  constructor(fetcher: Fetcher, explain: (error: unknown) => unknown = (error) => error) {
    this.#fetcher = fetcher
    this.#explain = explain
  }

  /** Fetches from another endpoint from now on. */
  askOther(fetcher: Fetcher): void {
    this.#fetcher = fetcher
  }

  /** The endpoint without its keys. */
  get shown(): string {
    return this.#fetcher.shown
  }

  get isGuessing(): boolean {
    return this.#collected !== undefined
  }

  /** Notes a missing value in a guessing run. Tasks of one name replace each other. */
  collect(name: string, task: () => FetchTask): void {
    this.#collected?.set(name, task)
  }

  /** Fetches while this thread waits. */
  fetchNow(task: FetchTask): void {
    try {
      for (let next: FetchTask | undefined = task; next !== undefined; ) {
        next = this.#settled(next, this.#fetcher.askAndWait(next.calls))
      }
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** Fetches without blocking this thread. */
  async fetch(task: FetchTask): Promise<void> {
    try {
      for (let next: FetchTask | undefined = task; next !== undefined; ) {
        next = this.#settled(next, await this.#fetcher.ask(next.calls))
      }
    } catch (error) {
      throw this.#explain(error)
    }
  }

  #settled(task: FetchTask, answers: readonly RemoteAnswer[]): FetchTask | undefined {
    return fromEndpoint(this.shown, () => task.settle(answersTo(task.calls, answers)))
  }

  /**
   * Runs `run` as a guessing run. Its result counts if it missed nothing; otherwise `prepare` fetches what it misses, and
   * `run` runs again and waits for each value that is still missing.
   */
  attempt<Result>(run: () => Result | Promise<Result>): Result | Promise<Result> {
    const { outcome, missing } = this.#guess(run)
    if (missing.length === 0) return outcome()
    return this.fetch(together(missing))
      .then(() => this.prepare(run))
      .then(run)
  }

  /** Runs `run` as a guessing run until it misses nothing, and fetches what it misses each time. */
  async prepare(run: () => unknown): Promise<void> {
    for (let round = 0; round < maximumRounds; round++) {
      const { missing } = this.#guess(run)
      if (missing.length === 0) return
      await this.fetch(together(missing))
    }
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
