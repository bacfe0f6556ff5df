const [creditAt, stopAt] = [0, 1]
const wordCount = 2

/**
 * What the two threads share about a running job: how many pieces the worker may still send, and whether it is
 * to stop. The worker cannot hear messages while it works, but it can look at shared memory and wait on it.
 */
export class JobControl {
  readonly shared: SharedArrayBuffer
  readonly #words: Int32Array

  /** On the side that asks; `credit` is how many pieces may be on their way. */
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

  /** No more is wanted. */
  stop(): void {
    Atomics.store(this.#words, stopAt, 1)
    this.give()
  }

  /** A piece has been taken, so another may come. */
  give(): void {
    Atomics.add(this.#words, creditAt, 1)
    Atomics.notify(this.#words, creditAt)
  }

  /** Waits until a piece may be sent; false when none is wanted any more. */
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
}
