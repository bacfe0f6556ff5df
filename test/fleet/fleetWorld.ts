import { cambium, type Running } from '../processes/cliProcess.ts'
import { ask, startNodeWith, stop } from '../processes/nodeProcess.ts'
import { TemporaryFolder } from '../processes/temporaryFolder.ts'
import { FleetNode } from './fleetNode.ts'
import { RedisServer } from './redisServer.ts'

export const patience = { timeout: 120_000, interval: 50 }
const secret = 'the-secret-of-a-fleet-that-is-tested-here'

/** A gateway in a process of its own. */
export interface FleetGateway {
  readonly url: string
  readonly port: number
  readonly running: Running
  readonly accessLog: string
}

interface GatewayOptions {
  readonly words?: readonly string[]
  readonly shared?: string
  readonly port?: number
  /** Variables of the process. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Nodes of a local network, gateways before them, and a Redis between the gateways. */
export class FleetWorld {
  readonly folder = new TemporaryFolder()
  readonly redis: RedisServer
  readonly nodes: FleetNode[] = []
  readonly #running = new Set<Running>()
  readonly #secretFile: string
  #gateways = 0

  private constructor(redis: RedisServer) {
    this.redis = redis
    this.#secretFile = this.folder.write('secret', secret)
  }

  static async open(): Promise<FleetWorld> {
    return new FleetWorld(await RedisServer.start())
  }

  /** A node that answers gateways, and this test with the secret. It connects to the given peers. */
  async startNode(others: readonly string[], ...words: readonly string[]): Promise<FleetNode> {
    const node = await FleetNode.start(
      others,
      ...['--fleet-secret-file', this.#secretFile, '--shared', this.redis.url],
      ...words,
    )
    this.nodes.push(node)
    this.#running.add(node.running)
    return node
  }

  /** `shared` is where the gateway finds the Redis, if not at its own address. */
  async startGateway(
    nodes: readonly { readonly url: string }[],
    { words = [], shared = this.redis.url, port = 0, environment = {} }: GatewayOptions = {},
  ): Promise<FleetGateway> {
    const accessLog = this.folder.at(`access-${this.#gateways++}.log`)
    const all = [
      ...[
        '--role',
        'gateway',
        '--port',
        String(port),
        '--nodes',
        `regtest=${nodes.map(({ url }) => url).join(',')}`,
      ],
      ...['--fleet-secret-file', this.#secretFile, '--shared', shared, '--access-log', accessLog],
      ...words,
    ]
    const { running, announced } = await startNodeWith(all, { environment })
    this.#running.add(running)
    const [network] = announced.networks
    if (network === undefined) throw new Error('the gateway serves no network')
    return { url: network.url, port: Number(new URL(network.url).port), running, accessLog }
  }

  /** Creates a key in the shared state and returns its text. */
  createKey(...words: readonly string[]): Promise<string> {
    return createKeyIn(this.redis, ...words)
  }

  async revokeKey(key: string): Promise<void> {
    const id = key.split('_')[1] ?? ''
    const { exitCode, notes } = await cambium('keys', 'revoke', id, '--shared', this.redis.url)
    if (exitCode !== 0) throw new Error(`the key was not revoked: ${notes}`)
  }

  async kill(running: Running): Promise<void> {
    await this.stop(running, 'SIGKILL')
  }

  /** Returns the exit code. */
  stop(running: Running, signal?: NodeJS.Signals): Promise<number | null> {
    this.#running.delete(running)
    return stop(running, signal)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((running) => stop(running, 'SIGKILL')))
    await this.redis.close()
    this.folder.remove()
  }
}

/** The result of a call; an error is thrown. */
export async function resultOf<Result = unknown>(
  url: string,
  method: string,
  ...params: readonly unknown[]
): Promise<Result> {
  const { result, error, status } = await ask(url, method, ...params)
  if (error !== undefined) throw new Error(`${method}: ${status} ${error.message}`)
  return result as Result
}

/** Creates a key in a Redis and returns its text. */
export async function createKeyIn(
  redis: { readonly url: string },
  ...words: readonly string[]
): Promise<string> {
  const { output, notes } = await cambium(
    ...['keys', 'create', '--label', 'test', '--shared', redis.url, ...words],
  )
  const [key] = /cambium_[0-9a-f]{12}_[\w-]{43}/.exec(output) ?? []
  if (key === undefined) throw new Error(`no key was created: ${output}${notes}`)
  return key
}
