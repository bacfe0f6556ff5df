import { soon } from '../../platform/turns.ts'
import type { RemoteCall, RemoteText } from '../../remote/jsonAnswers.ts'

type Headers = Readonly<Record<string, string>>

interface Waiting {
  readonly call: RemoteCall
  resolve(answer: RemoteText): void
  reject(error: unknown): void
}

/** Sends the quick calls of one turn of the event loop together, so that they become batches. */
export class GroupedCalls {
  readonly #ask: (calls: readonly RemoteCall[], headers: Headers) => Promise<readonly RemoteText[]>
  /** The calls of this turn by the text of their headers. */
  readonly #groups = new Map<string, { readonly headers: Headers; readonly waiting: Waiting[] }>()

  constructor(ask: (calls: readonly RemoteCall[], headers: Headers) => Promise<readonly RemoteText[]>) {
    this.#ask = ask
  }

  /** A slow call is sent alone, because a batch waits for its slowest call. */
  async ask(call: RemoteCall, headers: Headers, isQuick: boolean): Promise<RemoteText> {
    if (!isQuick) {
      const [answer] = await this.#ask([call], headers)
      return answer!
    }
    return new Promise((resolve, reject) => {
      if (this.#groups.size === 0) soon(() => this.#send())
      const key = JSON.stringify(headers)
      const group = this.#groups.get(key) ?? { headers, waiting: [] }
      this.#groups.set(key, group)
      group.waiting.push({ call, resolve, reject })
    })
  }

  #send(): void {
    const groups = [...this.#groups.values()]
    this.#groups.clear()
    for (const { headers, waiting } of groups) {
      this.#ask(
        waiting.map(({ call }) => call),
        headers,
      ).then(
        (answers) => {
          for (const [index, { resolve }] of waiting.entries()) resolve(answers[index]!)
        },
        (error: unknown) => {
          for (const { reject } of waiting) reject(error)
        },
      )
    }
  }
}
