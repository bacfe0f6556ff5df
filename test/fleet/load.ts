import { ask } from '../processes/nodeProcess.ts'

/** Clients that ask one after the other until they are stopped. */
export class Load {
  answered = 0
  /** Answers other than results. */
  readonly failures: string[] = []
  #isRunning = true
  readonly #clients: Promise<void>[]

  /** `question` returns the method and its parameters. */
  constructor(url: string, clients: number, question: () => readonly [string, ...unknown[]]) {
    this.#clients = Array.from({ length: clients }, () => this.#run(url, question))
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await Promise.all(this.#clients)
  }

  async #run(url: string, question: () => readonly [string, ...unknown[]]): Promise<void> {
    while (this.#isRunning) {
      const [method, ...params] = question()
      const failure = await ask(url, method, ...params).then(
        ({ status, result, error }) =>
          result === undefined ? `${status} ${JSON.stringify(error)}` : undefined,
        (error: unknown) => String(error),
      )
      if (failure === undefined) this.answered++
      else this.failures.push(failure)
    }
  }
}
