/** Messages that were taken are removed from the list in portions: removing each would move all others. */
const takenAtMost = 1_024

/** Messages that wait, in their order. */
export class WaitingMessages<Message> {
  #messages: Message[] = []
  /** Messages at the beginning of the list that have been taken. */
  #taken = 0

  get isEmpty(): boolean {
    return this.#taken === this.#messages.length
  }

  add(message: Message): void {
    this.#messages.push(message)
  }

  /** The first message; there must be one. */
  take(): Message {
    const message = this.#messages[this.#taken++]!
    if (this.isEmpty || this.#taken >= takenAtMost) {
      this.#messages = this.#messages.slice(this.#taken)
      this.#taken = 0
    }
    return message
  }

  clear(): void {
    this.#messages = []
    this.#taken = 0
  }
}
