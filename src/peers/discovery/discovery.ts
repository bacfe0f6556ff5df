import { lookup } from 'node:dns/promises'
import type { PeerAddress } from '../identity/enode.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { Bootstrap } from './bootstrap.ts'
import { DiscoveryProtocol } from './discoveryProtocol.ts'
import type { KnownNode } from './routingTable.ts'
import { UdpSocket } from './udpSocket.ts'

const tickMs = 1_000

export interface DiscoveryParts {
  readonly identity: NodeIdentity
  readonly networkId: number
  /** Address to listen on; `::` accepts IPv4 and IPv6. */
  readonly host: string
  /** Must be the port of the TCP listener: other nodes call this one at the source of its packets. */
  readonly port: number
  /** The address that this node writes into its packets. Other nodes ignore it and use the packet's source. */
  readonly publicAddress: string
  /** The nodes to start from; host names are resolved. */
  readonly bootNodes: readonly PeerAddress[]
  isBanned(address: string): boolean
  /** A node has become known. */
  onNode(node: KnownNode): void
  onProblem(problem: string): void
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Milliseconds; only differences matter. */
  readonly now?: () => number
  readonly random?: () => number
}

/** Finds other nodes, and lets them find this one, over UDP. */
export class Discovery {
  readonly #parts: DiscoveryParts
  #running: { socket: UdpSocket; protocol: DiscoveryProtocol; ticking: NodeJS.Timeout } | undefined

  constructor(parts: DiscoveryParts) {
    this.#parts = parts
  }

  /** The port in use, once started. */
  get port(): number {
    return this.#running?.socket.port ?? this.#parts.port
  }

  /** Rejects when the port is not available. */
  async start(): Promise<void> {
    if (this.#running) return
    const { identity, networkId, host, port, isBanned, onNode, onProblem, random = Math.random } = this.#parts
    const now = this.#parts.now ?? (() => performance.now())
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
        address: () => ({ host: this.#parts.publicAddress, port: socket.port }),
        send: (packet, to) => socket.send(packet, to),
        isBanned,
        onNode,
        random,
      },
      now(),
    )
    const bootstrap = new Bootstrap({
      bootNodes: this.#parts.bootNodes,
      resolve: this.#parts.resolve ?? addressesOf,
      ping: (address) => protocol.ping(address, now()),
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

  /** Nodes that have answered recently, except banned ones, in no particular order. */
  nodes(): readonly KnownNode[] {
    return this.#running?.protocol.nodes() ?? []
  }
}

const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)
