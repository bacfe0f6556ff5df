import { isIP } from 'node:net'
import { nameOfServer, type SharedServer } from './address.ts'
import { SharingError } from './errors.ts'
import { explained } from './explained.ts'

export interface ConnectionParts {
  /** Replaces the password of the address. */
  readonly password: string | undefined
  /** PEM text of the authorities that sign certificates of servers; undefined for those of the system. */
  readonly authorities: string | undefined
  readonly connectTimeoutMs: number
  /** A server that does not answer a command for this long counts as away. */
  readonly replyTimeoutMs: number
}

/** Is called when an open connection fails. */
type OnFailure = (error: SharingError) => void

interface Client {
  connect(): Promise<unknown>
  destroy(): void
  sendCommand(words: readonly string[]): Promise<unknown>
  subscribe(channels: string[], listener: (message: string, channel: string) => void): Promise<unknown>
  on(event: 'error', listener: (error: unknown) => void): unknown
}

/** One connection to one server. It is not opened again after a failure. */
export class Connection {
  readonly server: SharedServer
  readonly #parts: ConnectionParts
  readonly #client: Client

  private constructor(server: SharedServer, parts: ConnectionParts, client: Client) {
    this.server = server
    this.#parts = parts
    this.#client = client
  }

  /** Rejects with `SharingError`. */
  static async open(
    server: SharedServer,
    parts: ConnectionParts,
    onFailure: OnFailure = () => {},
  ): Promise<Connection> {
    const client = await newClient(server, parts)
    const connection = new Connection(server, parts, client)
    client.on('error', (error) => onFailure(connection.#explained(error)))
    try {
      await connection.#bounded(client.connect(), parts.connectTimeoutMs)
      return connection
    } catch (error) {
      connection.close()
      throw connection.#explained(error)
    }
  }

  /** Rejects with `SharingError`. Commands of one connection are executed in the order of the calls. */
  async send(words: readonly string[]): Promise<unknown> {
    try {
      return await this.#bounded(this.#client.sendCommand(words))
    } catch (error) {
      throw this.#explained(error)
    }
  }

  /** After this the connection takes no commands. */
  async subscribe(
    channels: readonly string[],
    onMessage: (channel: string, message: string) => void,
  ): Promise<void> {
    try {
      const listener = (message: string, channel: string): void => onMessage(channel, message)
      await this.#bounded(this.#client.subscribe([...channels], listener))
    } catch (error) {
      throw this.#explained(error)
    }
  }

  /** Commands that wait are rejected. */
  close(): void {
    try {
      this.#client.destroy()
    } catch {
      // It was never connected, or is closed already.
    }
  }

  #bounded<Value>(promise: Promise<Value>, timeoutMs = this.#parts.replyTimeoutMs): Promise<Value> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const message = `${nameOfServer(this.server)} did not answer within ${timeoutMs} ms`
      timer = setTimeout(() => reject(new SharingError('away', message)), timeoutMs)
    })
    return Promise.race([promise, late]).finally(() => clearTimeout(timer))
  }

  #explained(error: unknown): SharingError {
    return explained(error, this.server, this.#parts.password)
  }
}

/** The package takes a quarter of a second to load, so only a process with shared state loads it. */
async function newClient(server: SharedServer, parts: ConnectionParts): Promise<Client> {
  const { createClient } = await import('@redis/client')
  const { host, port, isEncrypted, database, username } = server
  const password = parts.password ?? server.password
  const bounds = { connectTimeout: parts.connectTimeoutMs, reconnectStrategy: false } as const
  const { authorities } = parts
  const encrypted = {
    tls: true,
    host,
    port,
    // The name that the certificate must have; that of an address is not sent.
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities && { ca: authorities }),
  } as const
  return createClient({
    RESP: 2,
    database,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    socket: isEncrypted ? { ...bounds, ...encrypted } : { ...bounds, host, port },
    // Sharing decides when to connect again, and to which server.
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandsQueueMaxLength: longestQueue,
  })
}

const longestQueue = 100_000
