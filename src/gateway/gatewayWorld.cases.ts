import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { type ScriptedMethod, scriptedEnvelope } from '../rpc/envelope/scriptedEnvelope.cases.ts'
import { internalError, RpcError } from '../rpc/errors/errors.ts'
import type { Json } from '../rpc/json/json.ts'
import type { LogFields } from '../server/log/logger.ts'
import type { HostedNetwork } from '../server/networks/hostedNetwork.ts'
import { openServer, type Server } from '../server/server.ts'
import type { ServerLimits } from '../server/settings/serverLimits.ts'
import { GatewayNetwork, type GatewayNetworkParts } from './gatewayNetwork.ts'

/* Gateways on free ports before nodes whose answers the tests write. */

export const fleetSecret = 'the-secret-of-the-fleet-in-the-tests'
const chainId = 33

export const hashAt = (number: number, branch = 'a'): string =>
  `0x${branch.repeat(32)}${number.toString(16).padStart(32, '0')}`

/** A real server over methods that a test defines. */
export class ScriptedNode implements HostedNetwork {
  readonly name = 'regtest'
  readonly origins = '*'
  readonly isRequired = true
  readonly envelope: HostedNetwork['envelope']
  /** Names of called methods, without the `fleet_` methods of gateways. */
  readonly called: string[] = []
  number = 1
  branch = 'a'
  chainId = chainId
  sharesFilters = false
  #server: Server | undefined
  #wake = new Set<() => void>()

  constructor(methods: Record<string, ScriptedMethod> = {}) {
    const known = new Map<string, ScriptedMethod>(
      Object.entries({
        fleet_status: ([hash]) => this.#status(hash),
        eth_blockNumber: () => `0x${this.number.toString(16)}`,
        ...methods,
      }),
    )
    const noted = [...known].map(([name, method]): [string, ScriptedMethod] => [
      name,
      (params, client, meter) => {
        if (!name.startsWith('fleet_')) this.called.push(name)
        return method(params, client, meter)
      },
    ])
    this.envelope = scriptedEnvelope(new Map(noted), (error) =>
      error instanceof RpcError ? error : internalError(),
    )
  }

  get port(): number {
    return this.#server?.address.port ?? 0
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`
  }

  async listen(port = 0): Promise<this> {
    this.#server = await openServer({
      host: '127.0.0.1',
      port,
      networks: [this],
      access: { mode: 'open' },
      fleetSecret,
      limits: { drainTimeoutMs: 300 },
      logger: { isEnabled: () => false, log: () => {} },
      now: Date.now,
      random: randomBytes,
    })
    onTestFinished(() => this.close())
    return this
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    for (const wake of this.#wake) wake()
    await server?.close()
  }

  /** Ends like a killed process: connections break, and calls get no answer. */
  kill(): void {
    for (const wake of this.#wake) wake()
    void this.close()
  }

  /** Changes the best block. */
  moveTo(number: number, branch = this.branch): void {
    this.number = number
    this.branch = branch
    for (const wake of this.#wake) wake()
  }

  head() {
    return { number: this.number, hash: hashAt(this.number, this.branch) }
  }

  status() {
    return { head: this.number, pendingTransactions: 0, queuedTransactions: 0, peers: 0, sync: undefined }
  }

  storage() {
    return { dataBytes: undefined, freeBytes: undefined }
  }

  readiness() {
    return { ready: true, reasons: [] }
  }

  async #status(known: Json | undefined): Promise<Json> {
    if (known === this.head().hash) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer)
          this.#wake.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, 1_000)
        this.#wake.add(wake)
      })
    }
    return { chainId: this.chainId, ...this.head(), isSyncing: false, sharesFilters: this.sharesFilters }
  }
}

export interface GatewayWorld {
  readonly endpoint: GatewayNetwork
  readonly logged: { readonly event: string; readonly fields: LogFields | undefined }[]
  readonly url: string
  /** The JSON of the answer. */
  post(body: Json): Promise<Answered>
  /** The result; throws the error. */
  call(method: string, ...params: Json[]): Promise<Json>
  close(): Promise<void>
}

export interface Answered {
  readonly id?: Json
  readonly result?: Json
  readonly error?: { readonly code: number; readonly message: string }
}

export const openScriptedNodes = (...methods: Record<string, ScriptedMethod>[]): Promise<ScriptedNode[]> =>
  Promise.all(methods.map((scripted) => new ScriptedNode(scripted).listen()))

/** A gateway before nodes; it waits until all of them are useful, unless fewer are expected. */
export async function openGateway(
  urls: readonly string[],
  useful = urls.length,
  parts: Partial<GatewayNetworkParts> = {},
  limits: Partial<ServerLimits> = {},
): Promise<GatewayWorld> {
  const logged: GatewayWorld['logged'] = []
  const logger = {
    isEnabled: () => true,
    log: (_: string, event: string, fields?: LogFields) => void logged.push({ event, fields }),
  }
  const endpoint = new GatewayNetwork({
    name: 'regtest',
    chainId,
    checksGrants: false,
    origins: '*',
    disabled: [],
    urls,
    secret: fleetSecret,
    answerBytes: 50 << 20,
    cacheBytes: 1 << 20,
    logger,
    ...parts,
  })
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    networks: [endpoint],
    access: { mode: 'open' },
    limits,
    logger,
    now: Date.now,
    random: randomBytes,
  })
  const close = async (): Promise<void> => {
    await server.close()
    endpoint.close()
  }
  onTestFinished(close)
  const { nodes } = endpoint
  await nodes.waitFor(() => (nodes.useful.length >= useful ? nodes.nodes[0] : undefined), 10_000)
  const url = `http://127.0.0.1:${server.address.port}/`
  const post = async (body: Json): Promise<Answered> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    return (await fetch(url, init)).json() as Promise<Answered>
  }
  const call = async (method: string, ...params: Json[]): Promise<Json> => {
    const { result, error } = await post({ jsonrpc: '2.0', id: 1, method, params })
    if (error !== undefined) throw new RpcError(error.code, error.message)
    return result ?? null
  }
  return { endpoint, logged, url, post, call, close }
}
