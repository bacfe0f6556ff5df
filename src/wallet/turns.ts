import { WalletError } from './walletError.ts'

/** Maximum tasks that run or wait. */
const maximumTasks = 100

/** A caller that takes turns. */
export interface TurnTaker {
  readonly name: string
  /** Called with the time that its task took. */
  readonly worked: (ms: number) => void
}

const program: TurnTaker = { name: '', worked: () => {} }

interface Waiting {
  readonly begin: () => void
  readonly refuse: (error: WalletError) => void
}

/**
 * Runs tasks one after the other. Deriving a key at standard cost takes 256 MiB for a second or two, so concurrent callers
 * must wait for each other. Callers take turns, each with its tasks in order. When 100 tasks run or wait, the caller with
 * the most tasks loses its last one.
 */
export class Turns {
  /** Waiting tasks by the names of callers; the next caller is first. */
  readonly #waiting = new Map<string, Waiting[]>()
  #tasks = 0

  async take<Result>(task: () => Promise<Result>, { name, worked }: TurnTaker = program): Promise<Result> {
    await this.#turn(name)
    const startedAtMs = performance.now()
    try {
      return await task()
    } finally {
      worked(performance.now() - startedAtMs)
      this.#next()
    }
  }

  #turn(name: string): Promise<void> | undefined {
    if (this.#tasks >= maximumTasks) this.#makeRoom(name)
    this.#tasks++
    if (this.#tasks === 1) return undefined
    return new Promise((begin, refuse) => {
      const own = this.#waiting.get(name)
      if (own === undefined) this.#waiting.set(name, [{ begin, refuse }])
      else own.push({ begin, refuse })
    })
  }

  #makeRoom(name: string): void {
    const busy = new WalletError('busy', 'the wallet has too many passphrases to check: try again later')
    const own = this.#waiting.get(name)?.length ?? 0
    const largest = [...this.#waiting.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (own + 1 >= largest.length) throw busy
    largest.pop()?.refuse(busy)
    this.#tasks--
  }

  #next(): void {
    this.#tasks--
    const [first] = this.#waiting
    if (first === undefined) return
    const [name, [turn, ...rest]] = first
    this.#waiting.delete(name)
    if (rest.length > 0) this.#waiting.set(name, rest)
    turn?.begin()
  }
}
