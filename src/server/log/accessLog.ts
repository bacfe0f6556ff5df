import { AccessEntry, type RequestFacts } from './accessEntry.ts'
import { withoutKeySecrets } from './log.ts'

export interface AccessLogParts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A monotonic clock in milliseconds. */
  readonly elapsedMs: () => number
  readonly write: (line: string) => void
}

/** Writes a line of JSON for every request and every message of a WebSocket, and one for the end of a WebSocket. */
export class AccessLog {
  readonly #parts: AccessLogParts

  constructor(parts: AccessLogParts) {
    this.#parts = parts
  }

  begin(facts: RequestFacts): AccessEntry {
    return new AccessEntry(facts, this.#parts.elapsedMs, this.#write)
  }

  readonly #write = (line: Readonly<Record<string, unknown>>): void => {
    const time = new Date(this.#parts.now()).toISOString()
    // A client can put a key where a method or a request id belongs.
    this.#parts.write(`${withoutKeySecrets(JSON.stringify({ time, ...line }))}\n`)
  }
}
