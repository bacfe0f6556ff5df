import { isIP } from 'node:net'
import { SharingError } from './errors.ts'
import { listReply, textReply } from './replies.ts'
import { nameOfServer, type SharedServer } from './servers.ts'

export interface SessionParts {
  /** Replaces the password of the address. */
  readonly password: string | undefined
  /** PEM text of the authorities that sign certificates of servers; undefined for those of the system. */
  readonly authorities: string | undefined
  readonly connectTimeoutMs: number
  /** A server that does not answer a command for this long counts as away. */
  readonly replyTimeoutMs: number
  readonly channels: readonly string[]
  readonly onMessage: (channel: string, message: string) => void
  /** Is called once when the session ends without `close`. */
  readonly onEnd: (error: SharingError) => void
}

/** A connection for commands and one for messages to one server. */
export interface Session {
  readonly server: SharedServer
  send(words: readonly string[]): Promise<unknown>
  /** Ends both connections; commands that wait are rejected. */
  close(): void
}

interface Client {
  connect(): Promise<unknown>
  destroy(): void
  sendCommand(words: readonly string[]): Promise<unknown>
  subscribe(channels: string[], listener: (message: string, channel: string) => void): Promise<unknown>
  on(event: 'error', listener: (error: unknown) => void): unknown
}

/** Connects to a server, which must be a primary. Rejects with `SharingError`. */
export async function openSession(server: SharedServer, parts: SessionParts): Promise<Session> {
  const opened = new OpenSession(server, parts)
  try {
    await opened.open()
    return opened
  } catch (error) {
    opened.close()
    throw explained(error, server, parts.password)
  }
}

class OpenSession implements Session {
  readonly server: SharedServer
  readonly #parts: SessionParts
  #clients: readonly Client[] = []
  #isEnded = false

  constructor(server: SharedServer, parts: SessionParts) {
    this.server = server
    this.#parts = parts
  }

  async open(): Promise<void> {
    const { channels, onMessage } = this.#parts
    const [commands, messages] = await Promise.all([this.#connect(), this.#connect()])
    const role = textReply(listReply(await this.#bounded(commands.sendCommand(['ROLE'])), 'ROLE')[0], 'ROLE')
    if (role !== 'master') throw new SharingError('away', `${nameOfServer(this.server)} is a replica`)
    if (channels.length === 0) return
    await this.#bounded(messages.subscribe([...channels], (message, channel) => onMessage(channel, message)))
  }

  async send(words: readonly string[]): Promise<unknown> {
    const [commands] = this.#clients
    if (commands === undefined || this.#isEnded) throw new SharingError('away', 'the connection has ended')
    try {
      return await this.#bounded(commands.sendCommand(words))
    } catch (error) {
      const problem = explained(error, this.server, this.#parts.password)
      if (problem.problem === 'away') this.#end(problem)
      throw problem
    }
  }

  close(): void {
    this.#isEnded = true
    for (const client of this.#clients) destroy(client)
  }

  #end(error: SharingError): void {
    if (this.#isEnded) return
    this.close()
    this.#parts.onEnd(error)
  }

  async #connect(): Promise<Client> {
    const client = await newClient(this.server, this.#parts)
    if (this.#isEnded) throw new SharingError('away', 'the connection has ended')
    client.on('error', (error) => this.#end(explained(error, this.server, this.#parts.password)))
    this.#clients = [...this.#clients, client]
    await this.#bounded(client.connect(), this.#parts.connectTimeoutMs)
    return client
  }

  #bounded<Value>(promise: Promise<Value>, timeoutMs = this.#parts.replyTimeoutMs): Promise<Value> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const message = `${nameOfServer(this.server)} did not answer within ${timeoutMs} ms`
      timer = setTimeout(() => reject(new SharingError('away', message)), timeoutMs)
    })
    return Promise.race([promise, late]).finally(() => clearTimeout(timer))
  }
}

/** The package takes a quarter of a second to load, so only a process with shared state loads it. */
async function newClient(server: SharedServer, parts: SessionParts): Promise<Client> {
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

function destroy(client: Client): void {
  try {
    client.destroy()
  } catch {
    // It was never connected, or is closed already.
  }
}

/** Errors of a server that another server, or the same one later, may not give. */
const passing =
  /^(READONLY|LOADING|MASTERDOWN|NOREPLICAS|MISCONF|OOM|CLUSTERDOWN|TRYAGAIN|BUSY|NOMASTERLINK|UNKILLABLE)\b/
const refusing = /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid password|Client sent AUTH|AUTH ))/

/** The error of a server or of the network in words, without the password, which a server may repeat. */
function explained(error: unknown, server: SharedServer, password = server.password): SharingError {
  if (error instanceof SharingError) return error
  const raw = error instanceof Error ? error.message : 'failed'
  const text = password === undefined ? raw : raw.replaceAll(password, '***')
  const where = nameOfServer(server)
  if (refusing.test(text)) return new SharingError('refused', `${where} refuses the user or the password`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL/.test(code)) {
    return new SharingError('refused', `${where} has a certificate that is not trusted: ${text}`)
  }
  const isReply = code === '' && /^[A-Z]+ /.test(text)
  if (!isReply || passing.test(text)) return new SharingError('away', `${where}: ${text}`)
  return new SharingError('refused', `${where}: ${text}`)
}
