import { randomUUID } from 'node:crypto'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { sample } from '../../primitives/sample.ts'
import { type Endpoint, type Enode, isSamePlace } from '../identity/enode.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
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
const updateIntervalMs = 60_000
const askedPerUpdate = 24
const pingedPerUpdate = 16
const nearestNeighbours = 14
const mostPending = 512
/** Places that others have told, or forged, leave room for those we know. */
const mostPendingHearsay = 256
/** Between meeting a node and asking it for others; it answers only once it has met us, too. */
const acquaintanceMs = 1_000
/** Checking a signature takes a fraction of a millisecond, so this bounds the work that forged packets make. */
const strangersLimits = { each: { perSecond: 10, burst: 60 }, together: { perSecond: 500, burst: 1_000 } }
/** For those who have proved where they are, or whom we have asked: forged packets do not use it up. */
const acquaintancesLimits = { each: { perSecond: 5, burst: 100 }, together: { perSecond: 500, burst: 1_000 } }

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
  readonly #strangersRates = new SourceRates(strangersLimits)
  readonly #acquaintancesRates = new SourceRates(acquaintancesLimits)
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

  /** Whatever cannot be read or answered, or comes from the wrong place or network, is dropped silently. */
  receive(packet: Uint8Array, from: Endpoint, nowMs: number): void {
    // The source port of UDP is optional.
    if (from.port === 0 || this.#options.isBanned(from.host)) return
    if (!this.#ratesOf(from).spend(from.host, nowMs)) return
    const received = decoded(packet)
    if (!received || equalBytes(received.senderId, this.#options.identity.id)) return
    const { senderId, message } = received
    if (message.networkId !== undefined && message.networkId !== this.#options.networkId) return
    this.#handle(message, { ...from, id: senderId }, nowMs)
  }

  /** Pings a place, and again when nothing comes back; not while a ping to it is on its way. */
  ping(place: Endpoint, nowMs: number, attempt = 1): void {
    if (this.#pings.hasRoomFor(place, mostPending)) this.#sendPing(place, nowMs, attempt, false)
  }

  /** Pings a place that others have told, or forged, once. */
  #pingHearsay(place: Endpoint, nowMs: number): void {
    if (this.#pings.hasRoomFor(place, mostPendingHearsay)) this.#sendPing(place, nowMs, 1, true)
  }

  #sendPing({ host, port }: Endpoint, sentAtMs: number, attempt: number, isHearsay: boolean): void {
    if (this.#options.isBanned(host)) return
    const requestId = randomUUID()
    this.#pings.add({ requestId, host, port, sentAtMs, attempt, isHearsay })
    const ping = { kind: 'ping', endpoint: this.#ownEndpoint(), ...this.#correlated(requestId) } as const
    this.#send(ping, { host, port })
  }

  #ratesOf(from: Endpoint): SourceRates {
    const isAcquainted = this.#table.hasNodesAt(from.host) || this.#pings.isExpecting(from)
    return isAcquainted ? this.#acquaintancesRates : this.#strangersRates
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

  #handle(message: DiscoveryMessage, sender: Enode, nowMs: number): void {
    switch (message.kind) {
      case 'ping':
        this.#send(
          { kind: 'pong', endpoint: this.#ownEndpoint(), ...this.#correlated(message.requestId) },
          sender,
        )
        if (!this.#knownAt(sender)) this.#pingHearsay(sender, nowMs)
        return
      case 'pong':
        if (this.#pings.settle(message.requestId, sender)) this.#meet(knownNode(sender), nowMs)
        return
      case 'find-node':
        if (this.#knownAt(sender)) this.#tellNeighbours(message.requestId, sender)
        return
      case 'neighbours':
        if (!this.#knownAt(sender) || !this.#searches.settle(message.requestId, sender)) return
        for (const node of message.nodes) this.#hearOf(node, sender, nowMs)
    }
  }

  #meet(node: KnownNode, nowMs: number): void {
    const placement = this.#table.place(node)
    if (placement.outcome === 'contested') this.ping(placement.rival, nowMs)
    if (placement.outcome !== 'added') return
    this.#acquaintances.set(node.name, nowMs)
    this.#options.onNode(node)
  }

  #hearOf({ id, host, udpPort }: NeighbourNode, teller: Endpoint, nowMs: number): void {
    if (udpPort === 0 || equalBytes(id, this.#options.identity.id) || !isReachable(host, teller.host)) return
    const place = { host, port: udpPort }
    if (!this.#knownAt({ ...place, id })) this.#pingHearsay(place, nowMs)
  }

  #tellNeighbours(requestId: string, to: Enode): void {
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
    const { host, port } = node
    const requestId = randomUUID()
    this.#searches.add({ requestId, host, port, sentAtMs: nowMs, attempt: 1, isHearsay: false })
    const target = this.#options.identity.id
    this.#send({ kind: 'find-node', target, ...this.#correlated(requestId) }, node)
  }

  #unanswered({ attempt, isHearsay, ...place }: PendingRequest, nowMs: number): void {
    if (isHearsay) return
    if (attempt < mostAttempts) this.ping(place, nowMs, attempt + 1)
    else for (const node of this.#table.all()) if (isSamePlace(node, place)) this.#table.remove(node.name)
  }

  #knownAt(enode: Enode): boolean {
    const node = this.#table.get(enode.id)
    return node !== undefined && isSamePlace(node, enode)
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
