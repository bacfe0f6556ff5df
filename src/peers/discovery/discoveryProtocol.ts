import { randomUUID } from 'node:crypto'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { type Enode, isSameAddress, type PeerAddress } from '../identity/enode.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { sample } from '../sample.ts'
import { SourceRates } from '../transport/sourceRates.ts'
import {
  type ClaimedAddress,
  type DiscoveryMessage,
  maximumNeighbours,
  type NeighbourNode,
} from './discoveryMessages.ts'
import { decodePacket, encodePacket } from './packet.ts'
import { type PendingRequest, PendingRequests } from './pendingRequests.ts'
import { isReachable } from './reachable.ts'
import { type KnownNode, knownNode, positionOf, RoutingTable } from './routingTable.ts'

/*
 * The numbers of nodes are those of the reference node, which has no rate limits. The reference node waits 15 s for an
 * answer and searches once a minute. Here the times are shorter, so that nodes that start together find each other in
 * seconds.
 */

/** Time limit of searches and of pings to unverified addresses. A lost packet delays the next attempt by this time. */
const answerTimeoutMs = 3_000
/**
 * Time limits of the attempts of a ping. The first ones are short, because packets are lost and a boot node may start a
 * moment later than the nodes that ping it.
 */
const attemptTimeoutsMs = [1_000, 2_000, 4_000, 8_000, 15_000]
/**
 * Known nodes are asked for neighbours at intervals that double from the minimum to the maximum while no new node is
 * found.
 */
const minimumUpdateMs = 2_000
const maximumUpdateMs = 60_000
const askedPerUpdate = 24
const pingedPerUpdate = 16
const nearestNeighbours = 14
const maximumPending = 512
/** Pings to unverified addresses use at most half of the places, so that known nodes can always be pinged. */
const maximumPendingUnverified = 256
/** Delay between a node's first pong and the request for its neighbours: it answers only after it has verified us. */
const searchDelayMs = 1_000
/** Verifying a signature takes a fraction of a millisecond, so this bounds the work caused by forged packets. */
const unverifiedLimits = { each: { perSecond: 10, burst: 60 }, together: { perSecond: 500, burst: 1_000 } }
/** For addresses that are verified or that we pinged ourselves. Forged packets cannot use up this rate. */
const verifiedLimits = { each: { perSecond: 5, burst: 100 }, together: { perSecond: 500, burst: 1_000 } }

export interface DiscoveryProtocolParts {
  readonly identity: NodeIdentity
  readonly networkId: number
  /** The address of this node in its packets. */
  readonly address: () => PeerAddress
  /** Sends a packet, which may be lost without an error. */
  send(packet: Uint8Array, to: PeerAddress): void
  isBanned(address: string): boolean
  onNode(node: KnownNode): void
  /** A number in [0, 1). */
  readonly random: () => number
}

interface Ping extends Pick<PendingRequest, 'requestId' | 'attempt' | 'isUnverified'> {
  readonly address: PeerAddress
}

/**
 * The discovery protocol without sockets and timers: packets come in through `receive`, time passes through `tick`.
 *
 * A node becomes known when it answers a ping, which verifies its address. Before that it receives only a pong and a
 * ping, together about as large as its own packet, so that an attacker who forges sources cannot use this node to
 * amplify a flood.
 */
export class DiscoveryProtocol {
  readonly #parts: DiscoveryProtocolParts
  readonly #table: RoutingTable
  readonly #pings = new PendingRequests()
  readonly #searches = new PendingRequests()
  readonly #unverifiedRates = new SourceRates(unverifiedLimits)
  readonly #verifiedRates = new SourceRates(verifiedLimits)
  /** Nodes that have not been asked for neighbours yet, with the time when they became known. */
  readonly #unsearched = new Map<string, number>()
  #updatedAtMs: number
  #updateIntervalMs = minimumUpdateMs

  constructor(parts: DiscoveryProtocolParts, nowMs: number) {
    this.#parts = parts
    this.#table = new RoutingTable(parts.identity.id)
    this.#updatedAtMs = nowMs
  }

  nodes(): KnownNode[] {
    return this.#table.all().filter(({ host }) => !this.#parts.isBanned(host))
  }

  /** Packets that are invalid, unanswerable, banned or of another network are dropped. */
  receive(packet: Uint8Array, from: PeerAddress, nowMs: number): void {
    // The source port of UDP is optional; without it no answer can be sent.
    if (from.port === 0 || this.#parts.isBanned(from.host)) return
    if (!this.#ratesOf(from).spend(from.host, nowMs)) return
    const received = decoded(packet)
    if (!received || equalBytes(received.senderId, this.#parts.identity.id)) return
    const { senderId, message } = received
    if (message.networkId !== undefined && message.networkId !== this.#parts.networkId) return
    this.#handle(message, { ...from, id: senderId }, nowMs)
  }

  /** Pings an address unless a ping to it is pending; without an answer the ping is repeated. */
  ping(address: PeerAddress, nowMs: number): void {
    if (!this.#pings.hasRoomFor(address, maximumPending)) return
    this.#sendPing({ address, attempt: 1, requestId: randomUUID(), isUnverified: false }, nowMs)
  }

  /** Pings an address that another node reported or a forged packet named; the ping is not repeated. */
  #pingUnverified(address: PeerAddress, nowMs: number): void {
    if (!this.#pings.hasRoomFor(address, maximumPendingUnverified)) return
    this.#sendPing({ address, attempt: 1, requestId: randomUUID(), isUnverified: true }, nowMs)
  }

  #sendPing({ address: { host, port }, attempt, requestId, isUnverified }: Ping, nowMs: number): void {
    if (this.#parts.isBanned(host)) return
    const timeoutMs = isUnverified ? answerTimeoutMs : attemptTimeoutsMs[attempt - 1]!
    this.#pings.add({ requestId, host, port, answerUntilMs: nowMs + timeoutMs, attempt, isUnverified })
    const ping = { kind: 'ping', address: this.#claimedAddress(), ...this.#correlated(requestId) } as const
    this.#send(ping, { host, port })
  }

  #ratesOf(from: PeerAddress): SourceRates {
    const isVerified = this.#table.hasNodesAt(from.host) || this.#pings.isExpecting(from)
    return isVerified ? this.#verifiedRates : this.#unverifiedRates
  }

  /** To be called about once a second. */
  tick(nowMs: number): void {
    for (const ping of this.#pings.expire(nowMs)) this.#unanswered(ping, nowMs)
    this.#searches.expire(nowMs)
    for (const [name, since] of this.#unsearched) {
      if (nowMs - since < searchDelayMs) continue
      this.#unsearched.delete(name)
      const node = this.#table.getByName(name)
      if (node) this.#search(node, nowMs)
    }
    if (nowMs - this.#updatedAtMs >= this.#updateIntervalMs) this.#update(nowMs)
  }

  #update(nowMs: number): void {
    this.#updatedAtMs = nowMs
    this.#updateIntervalMs = Math.min(maximumUpdateMs, 2 * this.#updateIntervalMs)
    const { random } = this.#parts
    for (const node of this.#table.all()) if (this.#parts.isBanned(node.host)) this.#table.remove(node.name)
    for (const node of sample(this.#table.all(), askedPerUpdate, random)) this.#search(node, nowMs)
    for (const node of sample(this.#table.all(), pingedPerUpdate, random)) this.ping(node, nowMs)
  }

  #handle(message: DiscoveryMessage, sender: Enode, nowMs: number): void {
    switch (message.kind) {
      case 'ping':
        this.#send(
          { kind: 'pong', address: this.#claimedAddress(), ...this.#correlated(message.requestId) },
          sender,
        )
        if (!this.#knownAt(sender)) this.#pingUnverified(sender, nowMs)
        return
      case 'pong':
        if (this.#pings.settle(message.requestId, sender)) this.#addKnown(knownNode(sender), nowMs)
        return
      case 'find-node':
        if (this.#knownAt(sender)) this.#sendNeighbours(message.requestId, sender)
        return
      case 'neighbours':
        if (!this.#knownAt(sender) || !this.#searches.settle(message.requestId, sender)) return
        for (const node of message.nodes) this.#addReported(node, sender, nowMs)
    }
  }

  #addKnown(node: KnownNode, nowMs: number): void {
    const placement = this.#table.place(node)
    if (placement.outcome === 'contested') this.ping(placement.rival, nowMs)
    if (placement.outcome !== 'added') return
    this.#unsearched.set(node.name, nowMs)
    this.#updateIntervalMs = minimumUpdateMs
    this.#parts.onNode(node)
  }

  #addReported({ id, host, udpPort }: NeighbourNode, reporter: PeerAddress, nowMs: number): void {
    if (udpPort === 0 || equalBytes(id, this.#parts.identity.id) || !isReachable(host, reporter.host)) return
    const address = { host, port: udpPort }
    if (!this.#knownAt({ ...address, id })) this.#pingUnverified(address, nowMs)
  }

  #sendNeighbours(requestId: string, to: Enode): void {
    const nearest = this.#table.nearest(positionOf(to.id))
    const others = sample(
      nearest.splice(nearestNeighbours),
      maximumNeighbours - nearestNeighbours,
      this.#parts.random,
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
    if (!this.#searches.hasRoomFor(node, maximumPending)) return
    const { host, port } = node
    const requestId = randomUUID()
    const answerUntilMs = nowMs + answerTimeoutMs
    this.#searches.add({ requestId, host, port, answerUntilMs, attempt: 1, isUnverified: false })
    const target = this.#parts.identity.id
    this.#send({ kind: 'find-node', target, ...this.#correlated(requestId) }, node)
  }

  /** A repeated ping has the id of the first, so that a late answer to any of them counts. */
  #unanswered({ attempt, isUnverified, requestId, ...address }: PendingRequest, nowMs: number): void {
    if (isUnverified) return
    if (attempt < attemptTimeoutsMs.length)
      this.#sendPing({ address, attempt: attempt + 1, requestId, isUnverified }, nowMs)
    else for (const node of this.#table.all()) if (isSameAddress(node, address)) this.#table.remove(node.name)
  }

  #knownAt(enode: Enode): boolean {
    const node = this.#table.get(enode.id)
    return node !== undefined && isSameAddress(node, enode)
  }

  #correlated(requestId: string): { requestId: string; networkId: number } {
    return { requestId, networkId: this.#parts.networkId }
  }

  #claimedAddress(): ClaimedAddress {
    const { host, port } = this.#parts.address()
    return { host, udpPort: port, tcpPort: port }
  }

  #send(message: DiscoveryMessage, { host, port }: PeerAddress): void {
    this.#parts.send(encodePacket(message, this.#parts.identity.privateKey), { host, port })
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
