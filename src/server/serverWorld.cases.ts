import { randomBytes } from 'node:crypto'
import { connect, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { FailureFacts } from '../rpc/envelope/failure.ts'
import type { ErrorObject } from '../rpc/envelope/responses.ts'
import { type ScriptedMethod, scriptedEnvelope } from '../rpc/envelope/scriptedEnvelope.cases.ts'
import { internalError, methodNotFound, RpcError } from '../rpc/errors/errors.ts'
import type { Json } from '../rpc/json/json.ts'
import type { MethodFacts } from '../rpc/method/methodFacts.ts'
import type { Deliver } from '../rpc/method/subscribing.ts'
import { memoryStore } from '../store/memory/memoryStore.ts'
import type { KeyGrants } from './keys/apiKey.ts'
import { Keyring } from './keys/keyring.ts'
import { type KeyStore, storedKeys } from './keys/keyStore.ts'
import { StoredQuotas } from './limits/storedQuotas.ts'
import type { LogFields } from './log/logger.ts'
import type { HostedNetwork } from './networks/hostedNetwork.ts'
import { type LiveSettings, openServer, type Server, type ServerParts } from './server.ts'
import { UsageHistory } from './usage/usageHistory.ts'

/* A real server on a free port over networks whose methods the tests define. */

export const adminToken = 'token-of-the-operator'

/** A network of a few methods; `deliver` sends a payload to every subscriber. */
export class TestNetwork implements HostedNetwork {
  readonly name: string
  origins: HostedNetwork['origins']
  readonly envelope: HostedNetwork['envelope']
  readonly subscribers = new Set<Deliver>()
  readonly isRequired: boolean = true
  /** Why the network is not ready. */
  reasons: readonly string[] = []
  /** Unforeseen errors, and where they happened. */
  readonly reported: unknown[] = []
  readonly reportedFacts: FailureFacts[] = []

  constructor(
    name: string,
    methods: Record<string, ScriptedMethod> = {},
    origins: HostedNetwork['origins'] = '*',
  ) {
    this.name = name
    this.origins = origins
    const known = new Map(
      Object.entries({
        test_name: () => name,
        eth_subscribe: this.#subscribe,
        eth_unsubscribe: this.#unsubscribe,
        ...methods,
      }),
    )
    this.envelope = scriptedEnvelope(known, (error, facts) => this.#explain(error, facts), factsOf)
  }

  deliver(payload: Json): void {
    for (const deliver of this.subscribers) deliver(JSON.stringify(payload))
  }

  head() {
    return { number: 7, hash: `0x${'7'.repeat(64)}` }
  }

  status() {
    return { head: 7, pendingTransactions: 2, queuedTransactions: 1, peers: 0, sync: undefined }
  }

  storage() {
    return { dataBytes: 1_000_000, freeBytes: undefined }
  }

  readiness() {
    return { ready: this.reasons.length === 0, reasons: this.reasons }
  }

  readonly #subscribe: ScriptedMethod = (_, { subscriptions }) => {
    if (subscriptions === undefined) throw methodNotFound()
    return subscriptions.open((deliver) => {
      this.subscribers.add(deliver)
      return () => this.subscribers.delete(deliver)
    })
  }

  readonly #unsubscribe: ScriptedMethod = ([id], { subscriptions }) => subscriptions?.end(String(id)) ?? false

  #explain(error: unknown, facts: FailureFacts): RpcError {
    if (error instanceof RpcError) return error
    this.reported.push(error)
    this.reportedFacts.push(facts)
    return internalError()
  }
}

const factsOf = (name: string): Partial<MethodFacts> => ({
  cost: name === 'test_costly' ? 10 : 1,
  isLong: name === 'test_long_work',
  access: name === 'test_local' ? 'no-foreign-pages' : 'everyone',
})

export interface WorldOptions
  extends Partial<
    Pick<
      ServerParts,
      | 'limits'
      | 'accessLog'
      | 'hosts'
      | 'proxies'
      | 'host'
      | 'port'
      | 'fleetSecret'
      | 'now'
      | 'elapsedMs'
      | 'web'
      | 'handlers'
    >
  > {
  readonly networks?: readonly HostedNetwork[]
  readonly needsKeys?: boolean
  readonly hasAdmin?: boolean
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The answer's JSON; undefined when the body is empty. */
  readonly body: { readonly id?: Json; readonly result?: Json; readonly error?: ErrorObject } | undefined
}

interface AdminAnswered<Body> {
  readonly status: number
  readonly text: string
  readonly json: Body
}

export class ServerWorld {
  readonly logged: { readonly event: string; readonly fields: LogFields | undefined }[]
  readonly keyring: Keyring
  /** Makes every further read of a key fail with this message. */
  readonly breakKeys: (message?: string) => void
  readonly #server: Server

  constructor(
    server: Server,
    { keyring, logged, breakKeys }: Pick<ServerWorld, 'keyring' | 'logged' | 'breakKeys'>,
  ) {
    this.#server = server
    this.breakKeys = breakKeys
    this.keyring = keyring
    this.logged = logged
  }

  get port(): number {
    return this.#server.address.port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  createKey(grants: Partial<KeyGrants> = {}): string {
    return this.keyring.create({ label: 'test', ...grants }).text
  }

  /** Posts a value as JSON, or text as it is. */
  async post(body: Json, path = '/', headers: Record<string, string> = {}): Promise<Answered> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return this.fetch(path, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }

  async call(method: string, path = '/', params: Json = []): Promise<Answered> {
    return this.post({ jsonrpc: '2.0', id: 1, method, params }, path)
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Answered> {
    const response = await fetch(`${this.url}${path}`, init)
    const text = await response.text()
    const isJson = text !== '' && response.headers.get('content-type') === 'application/json'
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }

  async metrics(): Promise<string> {
    return (await fetch(`${this.adminUrl}/metrics`)).text()
  }

  get adminUrl(): string {
    return `http://127.0.0.1:${this.#server.adminAddress?.port}`
  }

  /** A request of the operator; with a body it is a POST. */
  async admin<Body>(
    path: string,
    body?: Json,
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<AdminAnswered<Body>> {
    const response = await fetch(`${this.adminUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, text, json: text.startsWith('time,') ? undefined : JSON.parse(text) }
  }

  /** A TCP connection that collects the bytes that the server sends. */
  async connect(localAddress = '127.0.0.1', port = this.port): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    onTestFinished(() => void socket.destroy())
    const connection = new RawConnection(socket)
    await new Promise((resolve) => socket.once('connect', resolve))
    return connection
  }

  async openSocket(path = '/', headers: Record<string, string> = {}): Promise<SocketClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}${path}`, { headers })
    onTestFinished(() => socket.terminate())
    const client = new SocketClient(socket)
    socket.once('upgrade', ({ socket: rawSocket }) => {
      client.rawSocket = rawSocket
    })
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return client
  }

  change(settings: LiveSettings): void {
    this.#server.change(settings)
  }

  close(): Promise<void> {
    return this.#server.close()
  }
}

export class RawConnection {
  readonly socket: Socket
  received = ''
  readonly closed: Promise<void>

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => (this.received += chunk))
    socket.on('error', () => {})
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
  }
}

export class SocketClient {
  readonly socket: WebSocket
  /** The TCP connection of the WebSocket, once it is open. */
  rawSocket = new Socket()
  readonly closed: Promise<number>
  readonly #messages: string[] = []
  readonly #waiting: ((message: string) => void)[] = []

  constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.on('message', (data) => {
      const next = this.#waiting.shift()
      if (next === undefined) this.#messages.push(String(data))
      else next(String(data))
    })
  }

  send(body: Json): void {
    this.socket.send(typeof body === 'string' ? body : JSON.stringify(body))
  }

  /** The next message, parsed. */
  async next(): Promise<{ id?: Json; result?: Json; error?: ErrorObject; params?: Json }> {
    const message = this.#messages.shift()
    return JSON.parse(message ?? (await new Promise<string>((resolve) => this.#waiting.push(resolve))))
  }

  call(method: string, params: Json = []) {
    this.send({ jsonrpc: '2.0', id: 1, method, params })
    return this.next()
  }
}

/** Starts a server that is closed when the test ends. */
export async function openServerWorld(options: WorldOptions = {}): Promise<ServerWorld> {
  const { needsKeys = false, hasAdmin = false, networks, now = Date.now, limits, ...rest } = options
  const store = memoryStore()
  const keys = storedKeys(store)
  const quotas = new StoredQuotas({ store, report: () => {} })
  const history = new UsageHistory({ store, now, report: () => {} })
  const changeable = needsKeys
    ? { ...keys, change: async <T>(work: (all: KeyStore) => T) => work(keys) }
    : undefined
  const logged: ServerWorld['logged'] = []
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    networks: networks ?? [new TestNetwork('regtest'), new TestNetwork('mainnet')],
    access: needsKeys ? { mode: 'keys', keys, quotas } : { mode: 'open', isPublic: true },
    logger: { isEnabled: () => true, log: (_, event, fields) => logged.push({ event, fields }) },
    now,
    random: randomBytes,
    ...(hasAdmin && {
      admin: { host: '127.0.0.1', port: 0, token: adminToken, history, keys: changeable, web: rest.web },
    }),
    ...rest,
    limits: { drainTimeoutMs: 500, ...limits },
  })
  onTestFinished(async () => {
    await server.close()
    quotas.close()
    history.close()
  })
  const breakKeys = (message = 'disk gone') => {
    keys.get = () => {
      throw new Error(message)
    }
  }
  return new ServerWorld(server, {
    keyring: new Keyring({ keys, now, random: randomBytes }),
    logged,
    breakKeys,
  })
}

/** The bytes of a request over HTTP/1.1. */
export function rawRequest(method: string): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method })
  return `POST / HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}
