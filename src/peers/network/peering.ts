import type { Chain } from '../../chain/chain.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { RecentHashes } from '../../primitives/recentHashes.ts'
import type { Store } from '../../store/store.ts'
import type { Discovery } from '../discovery/discovery.ts'
import { Gossip } from '../gossip/gossip.ts'
import type { GossipPool } from '../gossip/transactionIntake.ts'
import { type Enode, formatEnode } from '../identity/enode.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import type { PeerEvent } from '../scoring/peerEvent.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import type { Peer, PeerEvents } from '../session/peer.ts'
import type { SyncProgress } from '../sync/progress.ts'
import type { Offence } from '../sync/roundFailure.ts'
import { Synchroniser, type SyncStatus } from '../sync/synchroniser.ts'
import type { Listener } from '../transport/acceptConnections.ts'
import type { Connection } from '../transport/connection.ts'
import { disconnectReasons } from '../transport/disconnectReason.ts'
import { Admission } from './admission.ts'
import { Connections } from './connections.ts'
import { Dialer } from './dialer.ts'
import { keepLastNodes } from './lastNodes.ts'
import { NodeBook } from './nodeBook.ts'
import { ownStatus } from './ownStatus.ts'
import type { PeeringSettings } from './peeringSettings.ts'
import { sessionContext } from './sessionContext.ts'

export interface PeeringParts {
  readonly chain: Chain
  readonly pool: GossipPool
  readonly store: Store
  readonly identity: NodeIdentity
  readonly settings: PeeringSettings
  readonly scoring: PeerScoring
  readonly call: (node: Enode, signal: AbortSignal) => Promise<Connection>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Seconds since 1970, as the chain sees them. */
  readonly nowSeconds: () => number
  /** From 0 up to but not including 1. */
  readonly random: () => number
  readonly onError: (error: unknown) => void
}

/** A connected peer as users see it. */
export interface ConnectedPeer {
  readonly id: string
  readonly host: string
  /** With the port. */
  readonly address: string
}

const housekeepingMs = 1_000
const keepNodesMs = 60_000
const shortIdLength = 8
const rememberedRefusals = 1_024

/** Offences in the words of the scoring, where it has any; a session counts silence itself. */
const events: Readonly<Record<Offence, PeerEvent | undefined>> = {
  'invalid-header': 'invalid-header',
  'invalid-message': 'invalid-message',
  'invalid-block': 'invalid-block',
  timeout: undefined,
  useless: undefined,
}

/** A node's part in its network: whom it is connected with, and everything they do together. */
export class Peering {
  readonly scoring: PeerScoring
  readonly #parts: PeeringParts
  readonly #book: NodeBook
  readonly #admission: Admission
  readonly #connections: Connections
  readonly #dialer: Dialer
  readonly #sync: Synchroniser
  readonly #gossip: Gossip
  #listener: Listener | undefined
  #discovery: Discovery | undefined
  #housekeeping: NodeJS.Timeout | undefined
  #nodesKeptAt = monotonic()
  #isClosed = false

  constructor(parts: PeeringParts) {
    const { chain, identity, settings, scoring, call, clock, random } = parts
    const { trusted, maximumPeers } = settings
    const onError = (error: unknown): void => this.#report(error)
    const peers = (): Iterable<Peer> => this.#connections.peers()
    const refused = new RecentHashes(rememberedRefusals)
    const shared = { ...parts, peers, refused, onError, now: monotonic }
    this.#parts = parts
    this.scoring = scoring
    this.#book = new NodeBook(random)
    this.#admission = new Admission({ maximumPeers, trusted, scoring })
    this.#connections = new Connections({
      ownId: toHexDigits(identity.id),
      admission: this.#admission,
      now: monotonic,
      session: sessionContext({ chain, scoring, clock, events: this.#peerEvents(), report: onError }),
    })
    this.#sync = new Synchroniser({
      ...shared,
      report: (peer, offence) => this.#punish(peer, offence),
      onRound: () => this.#gossip.tellStatus(),
      onDelivered: (peer, hash) => this.#gossip.holds(peer, hash),
    })
    this.#gossip = new Gossip({
      ...shared,
      ownStatus: () => ownStatus(chain),
      isFarBehind: () => this.#sync.isFarBehind,
      record: (peer, event) => this.#record(peer, event),
    })
    this.#dialer = new Dialer({
      ...shared,
      book: this.#book,
      isConnected: (id) => this.#connections.has(id),
      freePlaces: () => maximumPeers - this.#connections.occupants.length,
      call,
      onConnection: (connection) => this.add(connection),
    })
  }

  /** Lets others call; the port at which they can. */
  async open(listening: Promise<Listener>): Promise<number> {
    this.#listener = await listening
    return this.#listener.port
  }

  /** Looks for nodes nobody has named. */
  async search(discovery: Discovery): Promise<void> {
    await discovery.start()
    this.#discovery = discovery
  }

  /** Begins to call others and to follow their chains. */
  start(lastNodes: readonly Enode[]): void {
    for (const node of this.#parts.settings.staticPeers) this.#book.add(node, 'static')
    for (const node of lastNodes) this.found(node)
    this.#dialer.start()
    this.#sync.start()
    this.#housekeeping = setInterval(() => this.#keepHouse(), housekeepingMs)
  }

  /** Leaves the network; nothing is asked of the chain or the store afterwards. Closing twice is allowed. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#housekeeping)
    this.#dialer.stop()
    this.#gossip.close()
    this.#keepNodes()
    const synchronised = this.#sync.stop()
    this.#connections.closeAll(disconnectReasons.quitting)
    await Promise.allSettled([synchronised, this.#listener?.close(), this.#discovery?.stop()])
  }

  get isListening(): boolean {
    return this.#listener !== undefined
  }

  /** Where others can call this node, if it listens. */
  get enode(): string | undefined {
    const { identity, settings } = this.#parts
    const { port } = this.#listener ?? {}
    return port === undefined
      ? undefined
      : formatEnode({ id: identity.id, host: settings.publicAddress, port })
  }

  get connected(): readonly ConnectedPeer[] {
    return [...this.#connections.peers()].map(({ id, address, port }) => ({
      id: id.slice(0, shortIdLength),
      host: address,
      address: `${address}:${port}`,
    }))
  }

  /** Messages that wait until peers can take them. */
  get queuedMessages(): number {
    return this.#connections.occupants.reduce((sum, { queuedMessages }) => sum + queuedMessages, 0)
  }

  get syncStatus(): SyncStatus | undefined {
    return this.#sync.status
  }

  get progress(): SyncProgress {
    return this.#sync.progress
  }

  /** Whether a caller is worth a handshake. */
  admits(address: string): boolean {
    return !this.#isClosed && this.#admission.admits(address, this.#connections.occupants)
  }

  add(connection: Connection): void {
    if (this.#isClosed) connection.disconnect(disconnectReasons.quitting)
    else if (this.#connections.add(connection) && connection.isInbound) this.#rememberCaller(connection)
  }

  /** A node that could be called. */
  found(node: Enode): void {
    if (toHexDigits(node.id) !== toHexDigits(this.#parts.identity.id)) this.#book.add(node, 'found')
  }

  /** Whoever has called us can be called when the connection is lost. */
  #rememberCaller({ remote, address }: Connection): void {
    if (remote.listenPort > 0) this.found({ id: remote.id, host: address, port: remote.listenPort })
  }

  #peerEvents(): PeerEvents {
    return {
      onReady: (peer) => this.#ready(peer),
      onStatus: (peer, status) => this.#heardStatus(peer, status.bestHash),
      onMessage: (peer, message) => this.#gossip.heard(peer, message),
      onClosed: (peer) => this.#left(peer),
    }
  }

  #ready(peer: Peer): void {
    if (!this.#connections.ready(peer)) return
    if (!peer.isInbound) this.#book.succeeded(peer.id)
    this.#gossip.greet(peer)
  }

  #heardStatus(peer: Peer, bestHash: Hash): void {
    this.#gossip.holds(peer, bestHash)
    this.#sync.heard(peer)
  }

  #left(peer: Peer): void {
    if (this.#connections.remove(peer)) this.#book.failed(peer.id, monotonic())
  }

  #punish(peer: Peer, offence: Offence): void {
    const event = events[offence]
    if (event !== undefined) this.#record(peer, event)
  }

  #record(peer: Peer, event: PeerEvent): void {
    this.scoring.record(peer, event)
    if (!this.scoring.hasGoodReputation(peer)) peer.disconnect(disconnectReasons.uselessPeer)
  }

  /** Bans hold from the next second on, also for those who are connected. */
  #keepHouse(): void {
    for (const peer of this.#connections.occupants) {
      if (this.scoring.isBanned(peer.address)) peer.disconnect(disconnectReasons.uselessPeer)
    }
    for (const node of this.#discovery?.nodes() ?? []) this.found(node)
    if (monotonic() - this.#nodesKeptAt >= keepNodesMs) this.#keepNodes()
  }

  /** A run that met nobody leaves what the last one knew. */
  #keepNodes(): void {
    this.#nodesKeptAt = monotonic()
    const nodes = this.#book.proven()
    if (nodes.length === 0) return
    try {
      keepLastNodes(this.#parts.store, nodes)
    } catch (error) {
      this.#parts.onError(error)
    }
  }

  /** What fails because the node has been closed is no news. */
  #report(error: unknown): void {
    if (!this.#isClosed) this.#parts.onError(error)
  }
}

const monotonic = (): number => performance.now()
