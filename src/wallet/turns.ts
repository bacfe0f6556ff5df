import { WalletError } from './errors.ts'

const maximumWaiting = 100

/**
 * Runs tasks one after the other. Deriving a key at standard strength takes 256 MiB for a second or two, so
 * callers that come together must not do it together; too many of them are turned away.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  async take<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= maximumWaiting) {
      throw new WalletError('busy', 'the wallet has too many passphrases to check: try again later')
    }
    this.#waiting++
    const turn = this.#last.then(task).finally(() => this.#waiting--)
    this.#last = turn.catch(() => {})
    return turn
  }
}
