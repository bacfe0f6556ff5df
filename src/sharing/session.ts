import type { ConnectionParts } from './connection.ts'
import type { SharingError } from './errors.ts'

export interface SessionParts extends ConnectionParts {
  readonly channels: readonly string[]
  readonly onMessage: (channel: string, message: string) => void
  /** Is called once when the session ends without `close`. */
  readonly onEnd: (error: SharingError) => void
}

/** Connections to all primaries that hold the shared state, and one for messages. */
export interface Session {
  /** The servers in messages. */
  readonly name: string
  /** Sends a command to the primary of a key, or to any primary. Rejects with `SharingError`. */
  send(words: readonly string[], key: string | undefined): Promise<unknown>
  /** Ends the connections; commands that wait are rejected. */
  close(): void
}
