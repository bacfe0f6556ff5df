import { randomUUID } from 'node:crypto'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { Endpoint } from '../identity/enode.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { sample } from '../sample.ts'
import { SourceRates } from '../transport/sourceRates.ts'
import { type KnownNode, knownNode, positionOf } from './knownNode.ts'
import { type DiscoveryMessage, mostNeighbours, type NamedEndpoint, type NeighbourNode } from './messages.ts'
import { decodePacket, encodePacket } from './packet.ts'
import { type PendingRequest, PendingRequests } from './pendingRequests.ts'
import { isReachable } from './reachable.ts'
import { RoutingTable } from './routingTable.ts'

/** The times and numbers are those of the reference node, save the rates, which it does not have. */
const answerTimeoutMs = 15_000
const mostAttempts = 3
/** Places that others have told, or forged, are tried once. */
const onlyAttempt = mostAttempts
const updateIntervalMs = 60_000
const askedPerUpdate = 24
const pingedPerUpdate = 16
const nearestNeighbours = 14
const mostPending = 512
/** Places that strangers name leave room for those we know. */
const mostPendingStrangers = 256
/** Between meeting a node and asking it for others; it answers only once it has met us, too. */
const acquaintanceMs = 1_000
/** Checking a signature takes a fraction of a millisecond, so this bounds the work that forged packets make. */
const packetLimits = { each: { perSecond: 10, burst: 60 }, together: { perSecond: 500, burst: 1_000 } }

export interface DiscoveryProtocolOptions {
  readonly identity: NodeIdentity
  readonly networkId: number
  /** Where this node says it is. */
  readonly endpoint: () => Endpoint
  /** Hands a packet to the network; one that gets lost is no error. */
  send(packet: Uint8Array, to: Endpoint): void
  isBanned(address: string): boolean
  onNode(node: KnownNode): void
  /** A number in [0, 1). */
  readonly random: () => number
}

/**
 * What is said between nodes that look for each other, without sockets and timers: packets come in through
 * `receive`, time passes through `tick`.
 *
 * A node counts as known when it has answered a ping, which proves that it is where its packets come from.
 * Before that it gets no more than an answer and a ping of ours, together about as large as what it sent, so
 * that nobody can use this node to flood a third one with larger packets than it sends itself.
 */
export class DiscoveryProtocol {
  readonly #options: DiscoveryProtocolOptions
  readonly #table: RoutingTable
  readonly #pings = new PendingRequests()
  readonly #searches = new PendingRequests()
  readonly #rates = new SourceRates(packetLimits)
  /** Nodes that have not been asked for others yet, and when they became known. */
  readonly #acquaintances = new Map<string, number>()
  #updatedAtMs: number

  constructor(options: DiscoveryProtocolOptions, nowMs: number) {
    this.#options = options
    this.#table = new RoutingTable(options.identity.id)
    this.#updatedAtMs = nowMs
  }

  nodes(): KnownNode[] {
    return this.#table.all().filter(({ host }) => !this.#options.isBanned(host))
  }

  /** Whatever cannot be read, or comes from the wrong place or network, is dropped silently. */
  receive(packet: Uint8Array, from: Endpoint, nowMs: number): void {
    if (this.#options.isBanned(from.host) || !this.#rates.spend(from.host, nowMs)) return
    const received = decoded(packet)
    if (!received || equalBytes(received.senderId, this.#options.identity.id)) return
    const { senderId, message } = received
    if (message.networkId !== undefined && message.networkId !== this.#options.networkId) return
    this.#handle(message, { ...from, id: senderId }, nowMs)
  }

  /** Pings a place, and again when nothing comes back; not while a ping to it is on its way. */
  ping(place: Endpoint, nowMs: number, attempt = 1): void {
    const most = attempt === onlyAttempt ? mostPendingStrangers : mostPending
    if (this.#options.isBanned(place.host) || !this.#pings.hasRoomFor(place, most)) return
    const requestId = this.#request(this.#pings, place, nowMs, attempt)
    this.#send({ kind: 'ping', endpoint: this.#ownEndpoint(), ...this.#correlated(requestId) }, place)
  }

  /** To be called every second or so. */
  tick(nowMs: number): void {
    for (const ping of this.#pings.expire(nowMs - answerTimeoutMs)) this.#unanswered(ping, nowMs)
    this.#searches.expire(nowMs - answerTimeoutMs)
    for (const [name, since] of this.#acquaintances) {
      if (nowMs - since < acquaintanceMs) continue
      this.#acquaintances.delete(name)
      const node = this.#table.getByName(name)
      if (node) this.#search(node, nowMs)
    }
    if (nowMs - this.#updatedAtMs >= updateIntervalMs) this.#update(nowMs)
  }

  #update(nowMs: number): void {
    this.#updatedAtMs = nowMs
    const { random } = this.#options
    for (const node of this.#table.all()) if (this.#options.isBanned(node.host)) this.#table.remove(node.name)
    for (const node of sample(this.#table.all(), askedPerUpdate, random)) this.#search(node, nowMs)
    for (const node of sample(this.#table.all(), pingedPerUpdate, random)) this.ping(node, nowMs)
  }

  #handle(message: DiscoveryMessage, sender: Endpoint & { id: Uint8Array }, nowMs: number): void {
    switch (message.kind) {
      case 'ping':
        this.#send(
          { kind: 'pong', endpoint: this.#ownEndpoint(), ...this.#correlated(message.requestId) },
          sender,
        )
        if (!this.#knownAt(sender)) this.ping(sender, nowMs, onlyAttempt)
        return
      case 'pong':
        if (this.#pings.settle(message.requestId, sender)) this.#meet(knownNode(sender), nowMs)
        return
      case 'findNode':
        if (this.#knownAt(sender)) this.#tellNeighbours(message.requestId, sender)
        return
      case 'neighbours':
        if (!this.#knownAt(sender) || !this.#searches.settle(message.requestId, sender)) return
        for (const node of message.nodes) this.#hearOf(node, sender, nowMs)
    }
  }

  #meet(node: KnownNode, nowMs: number): void {
    const placement = this.#table.place(node)
    if (placement.outcome === 'full') this.ping(placement.longestUnseen, nowMs)
    if (placement.outcome !== 'added') return
    this.#acquaintances.set(node.name, nowMs)
    this.#options.onNode(node)
  }

  #hearOf({ id, host, udpPort }: NeighbourNode, teller: Endpoint, nowMs: number): void {
    if (udpPort === 0 || equalBytes(id, this.#options.identity.id) || !isReachable(host, teller.host)) return
    const place = { host, port: udpPort }
    if (!this.#knownAt({ ...place, id })) this.ping(place, nowMs, onlyAttempt)
  }

  #tellNeighbours(requestId: string, to: Endpoint & { id: Uint8Array }): void {
    const nearest = this.#table.nearest(positionOf(to.id))
    const others = sample(
      nearest.splice(nearestNeighbours),
      mostNeighbours - nearestNeighbours,
      this.#options.random,
    )
    const nodes = [...nearest, ...others].map(({ id, host, port }) => ({
      id,
      host,
      udpPort: port,
      tcpPort: port,
    }))
    this.#send({ kind: 'neighbours', nodes, ...this.#correlated(requestId) }, to)
  }

  #search(node: KnownNode, nowMs: number): void {
    if (!this.#searches.hasRoomFor(node, mostPending)) return
    const requestId = this.#request(this.#searches, node, nowMs, 1)
    const target = this.#options.identity.id
    this.#send({ kind: 'findNode', target, ...this.#correlated(requestId) }, node)
  }

  #unanswered({ host, port, attempt }: PendingRequest, nowMs: number): void {
    if (attempt < mostAttempts) {
      this.ping({ host, port }, nowMs, attempt + 1)
      return
    }
    for (const node of this.#table.all()) {
      if (node.host === host && node.port === port) this.#table.remove(node.name)
    }
  }

  #knownAt({ id, host, port }: Endpoint & { id: Uint8Array }): boolean {
    const node = this.#table.get(id)
    return node !== undefined && node.host === host && node.port === port
  }

  #request(pending: PendingRequests, { host, port }: Endpoint, sentAtMs: number, attempt: number): string {
    const requestId = randomUUID()
    pending.add({ requestId, host, port, sentAtMs, attempt })
    return requestId
  }

  #correlated(requestId: string): { requestId: string; networkId: number } {
    return { requestId, networkId: this.#options.networkId }
  }

  #ownEndpoint(): NamedEndpoint {
    const { host, port } = this.#options.endpoint()
    return { host, udpPort: port, tcpPort: port }
  }

  #send(message: DiscoveryMessage, { host, port }: Endpoint): void {
    this.#options.send(encodePacket(message, this.#options.identity.privateKey), { host, port })
  }
}

function decoded(packet: Uint8Array): ReturnType<typeof decodePacket> | undefined {
  try {
    return decodePacket(packet)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
