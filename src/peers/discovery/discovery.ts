import { lookup } from 'node:dns/promises'
import type { Endpoint } from '../identity/enode.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { Bootstrap } from './bootstrap.ts'
import { DiscoveryProtocol } from './discoveryProtocol.ts'
import type { KnownNode } from './knownNode.ts'
import { UdpSocket } from './udpSocket.ts'

const tickMs = 1_000

export interface DiscoveryOptions {
  readonly identity: NodeIdentity
  readonly networkId: number
  /** Address to listen on; `::` takes IPv4 and IPv6. */
  readonly host: string
  /** Must be that of the TCP listener: others call this node where its packets come from. */
  readonly port: number
  /** What others are told as this node's address; they do not rely on it. */
  readonly publicAddress: string
  /** Places where nodes are that know others; host names are resolved. */
  readonly bootNodes: readonly Endpoint[]
  isBanned(address: string): boolean
  /** A node became known. */
  onNode(node: KnownNode): void
  onProblem(problem: string): void
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Milliseconds; only differences matter. */
  readonly now?: () => number
  readonly random?: () => number
}

/** Finds other nodes, and is found by them, over UDP. */
export class Discovery {
  readonly #options: DiscoveryOptions
  #running: { socket: UdpSocket; protocol: DiscoveryProtocol; ticking: NodeJS.Timeout } | undefined

  constructor(options: DiscoveryOptions) {
    this.#options = options
  }

  /** The port in use, once started. */
  get port(): number {
    return this.#running?.socket.port ?? this.#options.port
  }

  /** Rejects when the port cannot be had. */
  async start(): Promise<void> {
    if (this.#running) return
    const {
      identity,
      networkId,
      host,
      port,
      isBanned,
      onNode,
      onProblem,
      random = Math.random,
    } = this.#options
    const now = this.#options.now ?? (() => performance.now())
    const socket = await UdpSocket.open({
      host,
      port,
      onPacket: (packet, from) => protocol.receive(packet, from, now()),
      onProblem,
    })
    const protocol = new DiscoveryProtocol(
      {
        identity,
        networkId,
        endpoint: () => ({ host: this.#options.publicAddress, port: socket.port }),
        send: (packet, to) => socket.send(packet, to),
        isBanned,
        onNode,
        random,
      },
      now(),
    )
    const bootstrap = new Bootstrap({
      bootNodes: this.#options.bootNodes,
      resolve: this.#options.resolve ?? addressesOf,
      ping: (place) => protocol.ping(place, now()),
      onProblem,
    })
    const tick = (): void => {
      protocol.tick(now())
      bootstrap.tick(protocol.nodes().length === 0, now())
    }
    this.#running = { socket, protocol, ticking: setInterval(tick, tickMs).unref() }
    tick()
  }

  async stop(): Promise<void> {
    const running = this.#running
    if (!running) return
    this.#running = undefined
    clearInterval(running.ticking)
    await running.socket.close()
  }

  /** Nodes that have answered lately, in no particular order; those that are banned are left out. */
  nodes(): readonly KnownNode[] {
    return this.#running?.protocol.nodes() ?? []
  }
}

const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)
