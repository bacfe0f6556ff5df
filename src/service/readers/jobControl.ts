const [creditAt, stopAt, countAt] = [0, 1, 2] as const
const wordCount = 3

/**
 * Memory that the main thread and a worker share about a running job: how many pieces the worker may still send, whether it
 * must stop, and the work that it has counted. A worker receives no messages while it runs, but it can read shared memory and
 * wait on it.
 */
export class JobControl {
  readonly shared: SharedArrayBuffer
  readonly #words: Int32Array

  /** For the requesting thread; `credit` is the number of pieces that may be in transit. */
  static withCredit(credit: number): JobControl {
    const control = new JobControl(new SharedArrayBuffer(wordCount * Int32Array.BYTES_PER_ELEMENT))
    control.#words[creditAt] = credit
    return control
  }

  constructor(shared: SharedArrayBuffer) {
    this.shared = shared
    this.#words = new Int32Array(shared)
  }

  get isStopped(): boolean {
    return Atomics.load(this.#words, stopAt) !== 0
  }

  /** Whole units of work so far. */
  get counted(): number {
    return Atomics.load(this.#words, countAt)
  }

  /** Tells the requesting thread how many units the worker has counted. */
  count(units: number): void {
    Atomics.store(this.#words, countAt, units)
  }

  /** Tells the worker to stop. */
  stop(): void {
    Atomics.store(this.#words, stopAt, 1)
    Atomics.notify(this.#words, stopAt)
    this.give()
  }

  /** Allows one more piece, because one was consumed. */
  give(): void {
    Atomics.add(this.#words, creditAt, 1)
    Atomics.notify(this.#words, creditAt)
  }

  /** Waits until a piece may be sent; false if the job must stop. */
  spend(): boolean {
    while (!this.isStopped) {
      if (Atomics.load(this.#words, creditAt) > 0) {
        Atomics.sub(this.#words, creditAt, 1)
        return true
      }
      Atomics.wait(this.#words, creditAt, 0)
    }
    return false
  }

  /** Sleeps, unless the job is stopped. */
  pause(ms: number): void {
    Atomics.wait(this.#words, stopAt, 0, ms)
  }
}
