import { randomBytes } from 'node:crypto'
import { RpcService } from '../../src/answering/rpcService.ts'
import type { Node } from '../../src/node/node.ts'
import { openNode } from '../../src/node/openNode.ts'
import type { NetworkName } from '../../src/protocol/networks/upgrades.ts'
import type { ErrorObject } from '../../src/rpc/envelope/responses.ts'
import type { ErrorDialect } from '../../src/rpc/errors/errors.ts'
import type { Json } from '../../src/rpc/json/json.ts'
import { defaultCallSettings } from '../../src/rpc/method/context.ts'
import { Keyring } from '../../src/server/keys/keyring.ts'
import { storedKeys } from '../../src/server/keys/keyStore.ts'
import { StoredQuotas } from '../../src/server/limits/storedQuotas.ts'
import { silentLogger } from '../../src/server/log/logger.cases.ts'
import type { HostedNetwork } from '../../src/server/networks/hostedNetwork.ts'
import { hostedNode } from '../../src/server/networks/hostedNode.ts'
import { openServer } from '../../src/server/server.ts'
import { defaultReaderLimits, ReaderPool } from '../../src/service/readers/readerPool.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'

/* The whole service over HTTP. */

export const [cow, cow1] = [
  '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826',
  '0x7986b3df570230288501eea3d890bd66948c9b79',
] as const

export interface ServiceOptions {
  /** The first network is at `/`. */
  readonly networks?: readonly NetworkName[]
  readonly needsKeys?: boolean
  readonly errors?: ErrorDialect
  readonly disabled?: readonly string[]
  readonly callTimeoutMs?: number
  /** Where chains are kept; in memory by default. */
  readonly dataFolder?: string
  /** Threads for heavy reads of chains in a folder; one by default. */
  readonly threads?: number
}

export interface ServedResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export class ServiceWorld {
  readonly url: string
  readonly keyring: Keyring
  readonly nodes: readonly Node[]
  /** Milliseconds by which the clock of filters is ahead. */
  aheadMs = 0

  readonly close: () => Promise<void>

  constructor({ url, keyring, nodes, close }: Pick<ServiceWorld, 'url' | 'keyring' | 'nodes' | 'close'>) {
    this.url = url
    this.keyring = keyring
    this.nodes = nodes
    this.close = close
  }

  /** The local chain. */
  get node(): Node {
    return this.nodes[0]!
  }

  async post(body: string, path = '/', headers: Record<string, string> = {}): Promise<ServedResponse> {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      body,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  /** The result of a call that succeeds. */
  async result<T = Json>(method: string, params: readonly unknown[] = [], path = '/'): Promise<T> {
    const { text } = await this.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), path)
    const { result, error } = JSON.parse(text)
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }

  /** The error of a call that fails. */
  async error(method: string, params: readonly unknown[] = [], path = '/'): Promise<ErrorObject> {
    const { text } = await this.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), path)
    const { result, error } = JSON.parse(text)
    if (error === undefined) throw new Error(`${method} answers ${JSON.stringify(result)}`)
    return error
  }

  /** Sends a transaction from the first account and returns its receipt. */
  async transact(transaction: object): Promise<Receipt> {
    const hash = await this.result('eth_sendTransaction', [{ from: cow, gas: '0x100000', ...transaction }])
    return this.result<Receipt>('eth_getTransactionReceipt', [hash])
  }
}

export interface Receipt {
  readonly transactionHash: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly contractAddress: string
}

/** Serves networks on a free port. */
export async function openService(options: ServiceOptions = {}): Promise<ServiceWorld> {
  const { networks = ['regtest'], needsKeys = false, errors = 'rootstock', disabled = [] } = options
  const { dataFolder, threads = 1 } = options
  const readers = new ReaderPool({ threads, ...defaultReaderLimits, onError: failTest })
  const store = memoryStore()
  const keys = storedKeys(store)
  const quotas = new StoredQuotas({ store, report: () => {} })
  const nodes: Node[] = []
  const now = (): number => Date.now() + world.aheadMs
  const settings = { clientVersion: 'Cambium/test', errors, ...defaultCallSettings, ...timeoutOf(options) }
  const services: { node: Node; service: RpcService; endpoint: HostedNetwork }[] = []
  for (const network of networks) {
    const node = await openNode({
      network,
      ...(dataFolder !== undefined && { dataFolder, flush: 'none' as const }),
    })
    const service = new RpcService(node, {
      settings,
      disabled,
      now,
      random: randomBytes,
      report: failTest,
      readers,
    })
    const endpoint = hostedNode({ name: network, node, service, origins: '*' })
    services.push({ node, service, endpoint })
    nodes.push(node)
  }
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    networks: services.map(({ endpoint }) => endpoint),
    access: needsKeys ? { mode: 'keys', keys, quotas } : { mode: 'open' },
    logger: silentLogger,
    now: Date.now,
    random: randomBytes,
  })
  const keyring = new Keyring({ keys, now: Date.now, random: randomBytes })
  const url = `http://127.0.0.1:${server.address.port}`
  const close = async (): Promise<void> => {
    await server.close()
    quotas.close()
    for (const { node, service } of services) {
      service.close()
      node.close()
    }
    readers.close()
  }
  const world = new ServiceWorld({ url, keyring, nodes, close })
  return world
}

const timeoutOf = ({ callTimeoutMs }: ServiceOptions) => callTimeoutMs !== undefined && { callTimeoutMs }

const failTest = (error: unknown): never => {
  throw error
}
