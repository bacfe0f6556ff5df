import { wordBytes } from '../../primitives/integers.ts'
import type { Endpoint } from '../identity/enode.ts'
import { identityOf, type NodeIdentity } from '../identity/nodeIdentity.ts'
import { DiscoveryProtocol } from './discoveryProtocol.ts'
import type { KnownNode } from './routingTable.ts'

export interface SentPacket {
  readonly packet: Uint8Array
  readonly to: Endpoint
}

export interface WorldNode {
  readonly identity: NodeIdentity
  readonly place: Endpoint
  readonly protocol: DiscoveryProtocol
  readonly met: KnownNode[]
  readonly banned: Set<string>
}

export const networkId = 7771
export const numberedIdentity = (number: number): NodeIdentity => identityOf(wordBytes(BigInt(number)))

/** A network in memory, in which packets arrive when the test lets time pass. */
export class DiscoveryWorld {
  nowMs = 0
  /** All packets sent, in order. */
  readonly sent: SentPacket[] = []
  /** Whether a packet is lost, by its number. */
  isLost: (packet: number) => boolean = () => false
  readonly #nodes = new Map<string, WorldNode>()
  readonly #disconnected = new Set<string>()
  #delivered = 1
  readonly #inTransit: (SentPacket & { from: Endpoint })[] = []

  addNode(number: number, place: Endpoint = { host: `10.0.0.${number}`, port: 30303 }): WorldNode {
    const identity = numberedIdentity(number)
    const met: KnownNode[] = []
    const banned = new Set<string>()
    const parts = {
      identity,
      networkId,
      endpoint: () => place,
      send: (packet: Uint8Array, to: Endpoint) => {
        this.sent.push({ packet, to })
        this.#inTransit.push({ packet, to, from: place })
      },
      isBanned: (address: string) => banned.has(address),
      onNode: (node: KnownNode) => met.push(node),
      random: () => 0.5,
    }
    const node = { identity, place, protocol: new DiscoveryProtocol(parts, this.nowMs), met, banned }
    this.#nodes.set(`${place.host} ${place.port}`, node)
    return node
  }

  removeNode({ host, port }: Endpoint): void {
    this.#nodes.delete(`${host} ${port}`)
  }

  /** All packets to an endpoint are lost until it is connected. */
  disconnect({ host, port }: Endpoint): void {
    this.#disconnected.add(`${host} ${port}`)
  }

  connect({ host, port }: Endpoint): void {
    this.#disconnected.delete(`${host} ${port}`)
  }

  /** Delivers all packets; those to an unknown endpoint are lost. */
  deliver(): void {
    for (let packet = this.#inTransit.shift(); packet; packet = this.#inTransit.shift()) {
      const to = `${packet.to.host} ${packet.to.port}`
      if (this.#disconnected.has(to) || this.isLost(this.#delivered++)) continue
      const recipient = this.#nodes.get(to)
      recipient?.protocol.receive(packet.packet, packet.from, this.nowMs)
    }
  }

  pass(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      this.nowMs += 1000
      for (const { protocol } of this.#nodes.values()) protocol.tick(this.nowMs)
      this.deliver()
    }
  }
}
