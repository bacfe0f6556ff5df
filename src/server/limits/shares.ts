import { isOwnMachine } from './clientAddress.ts'

/**
 * Counts what each client, a key or an address, holds of something; one client may hold up to a maximum. Clients without
 * a key on the server's own machine have no maximum.
 */
export class Shares {
  readonly #maximum: number
  readonly #held = new Map<string, number>()

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  /** Counts an amount until the returned function is called; undefined when it exceeds the client's share. */
  take(client: string, amount = 1): (() => void) | undefined {
    const held = this.#held.get(client) ?? 0
    if (held + amount > this.#maximum && !isOwnMachine(client)) return undefined
    this.#held.set(client, held + amount)
    return once(() => this.#giveBack(client, amount))
  }

  #giveBack(client: string, amount: number): void {
    const left = (this.#held.get(client) ?? 0) - amount
    if (left > 0) this.#held.set(client, left)
    else this.#held.delete(client)
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}
