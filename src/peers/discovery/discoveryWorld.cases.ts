import { wordBytes } from '../../primitives/integers.ts'
import type { PeerAddress } from '../identity/enode.ts'
import { identityOf, type NodeIdentity } from '../identity/nodeIdentity.ts'
import { DiscoveryProtocol } from './discoveryProtocol.ts'
import type { KnownNode } from './routingTable.ts'

export interface SentPacket {
  readonly packet: Uint8Array
  readonly to: PeerAddress
}

export interface WorldNode {
  readonly identity: NodeIdentity
  readonly address: PeerAddress
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
  readonly #inTransit: (SentPacket & { from: PeerAddress })[] = []

  addNode(number: number, address: PeerAddress = { host: `10.0.0.${number}`, port: 30303 }): WorldNode {
    const identity = numberedIdentity(number)
    const met: KnownNode[] = []
    const banned = new Set<string>()
    const parts = {
      identity,
      networkId,
      address: () => address,
      send: (packet: Uint8Array, to: PeerAddress) => {
        this.sent.push({ packet, to })
        this.#inTransit.push({ packet, to, from: address })
      },
      isBanned: (address: string) => banned.has(address),
      onNode: (node: KnownNode) => met.push(node),
      random: () => 0.5,
    }
    const node = { identity, address, protocol: new DiscoveryProtocol(parts, this.nowMs), met, banned }
    this.#nodes.set(`${address.host} ${address.port}`, node)
    return node
  }

  removeNode({ host, port }: PeerAddress): void {
    this.#nodes.delete(`${host} ${port}`)
  }

  /** All packets to an address are lost until it is connected. */
  disconnect({ host, port }: PeerAddress): void {
    this.#disconnected.add(`${host} ${port}`)
  }

  connect({ host, port }: PeerAddress): void {
    this.#disconnected.delete(`${host} ${port}`)
  }

  /** Delivers all packets; those to an unknown address are lost. */
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
