import type { SharedServer } from './address.ts'
import { Connection } from './connection.ts'
import { SharingError } from './errors.ts'
import type { SessionParts } from './session.ts'

/** The connections of a session. When one of them fails, all are closed and the session has ended. */
export class SessionConnections {
  readonly #parts: SessionParts
  readonly #open = new Set<Connection>()
  #isEnded = false

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  async open(server: SharedServer): Promise<Connection> {
    const connection = await Connection.open(server, this.#parts, (error) => this.end(error))
    if (this.#isEnded) {
      connection.close()
      throw ended()
    }
    this.#open.add(connection)
    return connection
  }

  /** Listens to the channels, if there are any, on a connection of their own. */
  async listen(server: SharedServer): Promise<void> {
    const { channels, onMessage } = this.#parts
    if (channels.length > 0) await (await this.open(server)).subscribe(channels, onMessage)
  }

  /** Sends a command. A server that is away ends the session. */
  async send(connection: Connection, words: readonly string[]): Promise<unknown> {
    if (this.#isEnded) throw ended()
    try {
      return await connection.send(words)
    } catch (error) {
      if (error instanceof SharingError && error.problem === 'away') this.end(error)
      throw error
    }
  }

  close(): void {
    this.#isEnded = true
    for (const connection of this.#open) connection.close()
  }

  end(error: SharingError): void {
    if (this.#isEnded) return
    this.close()
    this.#parts.onEnd(error)
  }
}

const ended = (): SharingError => new SharingError('away', 'the connection has ended')
