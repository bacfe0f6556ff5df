import { WalletError } from './walletError.ts'

const maximumWaiting = 100

/**
 * Runs tasks one after the other. To derive a key at standard cost takes 256 MiB for a second or two, so concurrent
 * callers must wait for each other. A caller is refused while 100 others wait.
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
