import { isIP } from 'node:net'
import { nameOfServer, type SharedServer } from './sharedAddress.ts'
import { SharingError } from './sharingError.ts'

export interface ConnectionParts {
  /** Replaces the password of the address. */
  readonly password: string | undefined
  /** PEM text of the authorities that sign certificates of servers; undefined for those of the system. */
  readonly authorities: string | undefined
  readonly connectTimeoutMs: number
  /** A server that does not answer a command in this time counts as away. */
  readonly replyTimeoutMs: number
}

/** Is called when an open connection fails. */
type OnFailure = (error: SharingError) => void

/** What a client of one server and one of a cluster have in common. */
interface Client {
  connect(): Promise<unknown>
  destroy(): void
  send(words: readonly string[], key: string | undefined): Promise<unknown>
  subscribe(channels: string[], listener: (message: string, channel: string) => void): Promise<unknown>
}

/** Receives an error that belongs to no command, and its server. */
type OnError = (error: unknown, server: SharedServer) => void

const maximumQueue = 100_000

/** A connection to one server, or to all primaries of its cluster. It is not opened again after a failure. */
export class RedisConnection {
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
    kind: 'server' | 'cluster',
    server: SharedServer,
    parts: ConnectionParts,
    onFailure: OnFailure = () => {},
  ): Promise<RedisConnection> {
    let failure: SharingError | undefined
    const newClient = kind === 'cluster' ? newClusterClient : newServerClient
    const client = await newClient(server, parts, (error, at) => {
      failure = explained(error, at, parts.password)
      onFailure(failure)
    })
    const connection = new RedisConnection(server, parts, client)
    try {
      // A cluster is asked for its servers first.
      const steps = kind === 'cluster' ? 2 : 1
      await connection.#bounded(client.connect(), steps * parts.connectTimeoutMs)
      return connection
    } catch (error) {
      connection.close()
      // A cluster's client says why in an event before it fails.
      throw kind === 'cluster' && failure !== undefined ? failure : connection.#explained(error)
    }
  }

  /** Rejects with `SharingError`. `key` names the primary of a cluster; undefined for any of them. */
  async send(words: readonly string[], key?: string): Promise<unknown> {
    try {
      return await this.#bounded(this.#client.send(words, key))
    } catch (error) {
      throw this.#explained(error)
    }
  }

  /** After this a connection to one server takes no commands. */
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
      timer = setTimeout(() => {
        const message = `${nameOfServer(this.server)} did not answer within ${timeoutMs} ms`
        reject(new SharingError('away', message))
      }, timeoutMs)
    })
    return Promise.race([promise, late]).finally(() => clearTimeout(timer))
  }

  #explained(error: unknown): SharingError {
    return explained(error, this.server, this.#parts.password)
  }
}

/** The package takes a quarter of a second to load and is not installed with this one: only shared state needs it. */
async function loadPackage(): Promise<typeof import('@redis/client')> {
  try {
    return await import('@redis/client')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing) throw error
    const remedy = 'npm install @redis/client (with --global where cambium was installed so)'
    throw new SharingError('package', `the package @redis/client is not installed: ${remedy}`)
  }
}

async function newServerClient(
  server: SharedServer,
  parts: ConnectionParts,
  onError: OnError,
): Promise<Client> {
  const { createClient } = await loadPackage()
  const { host, port, database } = server
  const client = createClient({
    ...clientOptions(server, parts),
    database,
    socket: socketTo(host, port, server, parts),
  })
  client.on('error', (error) => onError(error, server))
  return {
    connect: () => client.connect(),
    destroy: () => client.destroy(),
    send: (words) => client.sendCommand(words),
    subscribe: (channels, listener) => client.subscribe(channels, listener),
  }
}

/** The client follows slots that move. A cluster that loses a primary ends as a whole, as a single server does. */
async function newClusterClient(
  seed: SharedServer,
  parts: ConnectionParts,
  onError: OnError,
): Promise<Client> {
  const { createCluster } = await loadPackage()
  const cluster = createCluster({
    RESP: 2,
    rootNodes: [{ socket: socketTo(seed.host, seed.port, seed, parts) }],
    defaults: clientOptions(seed, parts),
    // A server that does not know its own name is reached as the first one is.
    nodeAddressMap: (address) => {
      const [, host = '', port] = /^(.*):(\d+)$/.exec(address) ?? []
      const isUnnamed = host === '' || host === 'null' || host === '?'
      return socketTo(isUnnamed ? seed.host : host, Number(port), seed, parts)
    },
  })
  cluster.on('error', (error) => onError(error, seed))
  cluster.on('node-error', (error, at) => onError(error, { ...seed, ...at }))
  return {
    async connect() {
      await cluster.connect()
      // biome-ignore lint/complexity/useIndexOf: indexOf passes over the holes of an array
      const missing = cluster.slots.findIndex((slot) => slot === undefined)
      if (missing >= 0) throw new SharingError('away', `the cluster has no primary for slot ${missing}`)
    },
    destroy: () => cluster.destroy(),
    send: (words, key) => cluster.sendCommand(key, false, [...words]),
    subscribe: (channels, listener) => cluster.subscribe(channels, listener),
  }
}

function clientOptions(server: SharedServer, parts: ConnectionParts) {
  const password = parts.password ?? server.password
  return {
    RESP: 2,
    ...(server.username !== undefined && { username: server.username }),
    ...(password !== undefined && { password }),
    // Sharing decides when to connect again, and to which server.
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandsQueueMaxLength: maximumQueue,
    // Replies are bounded here: the client's own timeout makes an abort signal for each command, which costs as much as a call.
    commandOptions: { timeout: 0 },
  } as const
}

function socketTo(
  host: string,
  port: number,
  { isEncrypted }: SharedServer,
  { connectTimeoutMs, authorities }: ConnectionParts,
) {
  const plain = { host, port, connectTimeout: connectTimeoutMs, reconnectStrategy: false } as const
  if (!isEncrypted) return plain
  return {
    ...plain,
    tls: true,
    // The name that the certificate must have; TLS sends no name for an IP address.
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities && { ca: authorities }),
  } as const
}

/** Errors of a server that may pass, or that another server does not have. */
const passing =
  /^(READONLY|LOADING|MASTERDOWN|NOREPLICAS|MISCONF|OOM|CLUSTERDOWN|TRYAGAIN|BUSY|NOMASTERLINK|UNKILLABLE)\b/
const refusing = /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid password|Client sent AUTH|AUTH ))/

/** Codes of Node for the errors of OpenSSL's verification. */
const wrongCertificate = /CERT|CRL|SELF_SIGNED|LEAF_SIGNATURE|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|MISMATCH/

/** Explains an error of a server or the network, without the password, which a server may repeat. */
function explained(error: unknown, server: SharedServer, password = server.password): SharingError {
  if (error instanceof SharingError) return error
  const raw = error instanceof Error ? error.message : 'failed'
  const text = password === undefined ? raw : raw.replaceAll(password, '***')
  const where = nameOfServer(server)
  if (refusing.test(text)) return new SharingError('refused', `${where} refuses the user or the password`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (wrongCertificate.test(code)) {
    return new SharingError('refused', `${where} has a certificate that is not trusted: ${text}`)
  }
  const isReply = code === '' && /^[A-Z]+ /.test(text)
  if (!isReply) return new SharingError('away', `${where}: ${text}`)
  return new SharingError(passing.test(text) ? 'away' : 'refused', `${where}: ${text}`, text)
}
