import type { Chain } from '../../chain/chain.ts'
import type { DebugLog } from '../../primitives/debugLog.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { Store } from '../../store/store.ts'
import type { Discovery } from '../discovery/discovery.ts'
import { Gossip } from '../gossip/gossip.ts'
import type { GossipPool } from '../gossip/transactionIntake.ts'
import { type Enode, formatEnode } from '../identity/enode.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { RecentHashes } from '../recentHashes.ts'
import type { PeerScoring } from '../scoring/peerScoring.ts'
import type { Peer, PeerEvents } from '../session/peer.ts'
import { Backfill } from '../snap/backfill.ts'
import { SnapSync } from '../snap/snapSync.ts'
import { SnapshotJournal } from '../snap/snapshotJournal.ts'
import type { SnapshotProgress } from '../snap/snapshotProgress.ts'
import type { ReportOffence } from '../sync/syncFailure.ts'
import { Synchroniser } from '../sync/synchroniser.ts'
import type { SyncProgress, SyncStatus } from '../sync/syncProgress.ts'
import type { Listener } from '../transport/acceptConnections.ts'
import type { CloseReason, Connection } from '../transport/connection.ts'
import { disconnectReasonName, disconnectReasons } from '../transport/disconnectReason.ts'
import { Connections } from './connections.ts'
import { Dialer } from './dialer.ts'
import { FolderBytes } from './folderBytes.ts'
import { NodeBook } from './nodeBook.ts'
import { NodeDirectory } from './nodeDirectory.ts'
import { PeerAdmission } from './peerAdmission.ts'
import type { PeeringSettings } from './peeringSettings.ts'
import { namesOf, Reputation } from './reputation.ts'
import { ownStatus, sessionParts } from './sessionParts.ts'

export interface PeeringParts {
  readonly chain: Chain
  readonly pool: GossipPool
  readonly store: Store
  readonly identity: NodeIdentity
  readonly settings: PeeringSettings
  /** Where the node key and the data are stored; undefined keeps them in memory. */
  readonly folder: string | undefined
  readonly scoring: PeerScoring
  readonly call: (node: Enode, signal: AbortSignal) => Promise<Connection>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Seconds since 1970, as the chain sees them. */
  readonly nowSeconds: () => number
  /** A number in [0, 1). */
  readonly random: () => number
  readonly onError: (error: unknown) => void
  readonly debug: DebugLog
}

/** A connected peer as users see it. */
export interface ConnectedPeer {
  /** The beginning of `nodeId`. */
  readonly id: string
  /** Hex digits of the public key. */
  readonly nodeId: string
  readonly host: string
  /** With the port. */
  readonly address: string
  /** Whether the peer opened the connection. */
  readonly isInbound: boolean
  /** The name and version that the peer gives itself. */
  readonly clientId: string
}

/** Progress of catching up with the network. */
export interface PeeringProgress extends SyncProgress {
  /** Size of the data; undefined when it is in memory. */
  readonly diskBytes: number | undefined
  /** Undefined when no snapshot is fetched. */
  readonly snapshot: SnapshotProgress | undefined
}

const maintenanceMs = 1_000
const shortIdLength = 8
const rememberedRefusals = 1_024

/** A node's part in its network: its connections, and the synchronisation and gossip over them. */
export class Peering {
  readonly scoring: PeerScoring
  readonly #parts: PeeringParts
  readonly #book: NodeBook
  readonly #directory: NodeDirectory
  readonly #admission: PeerAdmission
  readonly #connections: Connections
  readonly #dialer: Dialer
  readonly #snap: SnapSync | undefined
  readonly #sync: Synchroniser
  readonly #backfill: Backfill | undefined
  readonly #gossip: Gossip
  readonly #folderBytes: FolderBytes | undefined
  #listener: Listener | undefined
  #discovery: Discovery | undefined
  #maintenance: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: PeeringParts) {
    const { chain, store, identity, settings, folder, scoring, call, clock, random, debug } = parts
    const { trusted, maximumPeers } = settings
    const ownId = toHexDigits(identity.id)
    const onError = (error: unknown): void => this.#report(error)
    const peers = (): Iterable<Peer> => this.#connections.peers()
    const refused = new RecentHashes(rememberedRefusals)
    const reputation = new Reputation(scoring, debug)
    const shared = { ...parts, peers, refused, onError, now: monotonicMs }
    this.#parts = parts
    this.scoring = scoring
    this.#folderBytes = folder === undefined ? undefined : new FolderBytes(folder, monotonicMs)
    this.#book = new NodeBook(random)
    // The directory saves once more while closing, so its errors are reported even then.
    this.#directory = new NodeDirectory({
      book: this.#book,
      store,
      ownId,
      now: monotonicMs,
      onError: parts.onError,
    })
    this.#admission = new PeerAdmission({ maximumPeers, trusted, scoring })
    this.#connections = new Connections({
      ownId,
      admission: this.#admission,
      now: monotonicMs,
      debug,
      session: sessionParts(chain, settings, {
        scoring,
        now: clock,
        events: this.#peerEvents(),
        report: onError,
        debug,
      }),
    })
    const report: ReportOffence = (peer, offence, problem) => reputation.report(peer, offence, problem)
    if (settings.sync === 'full') new SnapshotJournal(store, chain.network, () => {}).discard()
    else {
      const { trustedBlock: trusted, snapshotBlocks: blocksBelow } = settings
      this.#snap = new SnapSync({ ...shared, report, trusted, blocksBelow })
    }
    if (settings.backfill) {
      const isBusy = (): boolean => this.#snap?.progress !== undefined || this.#sync.isFarBehind
      this.#backfill = new Backfill({ ...shared, report, isBusy })
    }
    this.#sync = new Synchroniser({
      ...shared,
      report,
      prelude: async (signal) => this.#snap?.run(signal),
      onRound: () => this.#gossip.sendStatus(),
      onDelivered: (peer, hash) => this.#gossip.addHolder(peer, hash),
    })
    this.#gossip = new Gossip({
      ...shared,
      ownStatus: () => ownStatus(chain),
      isFarBehind: () => this.#sync.isFarBehind,
      record: (peer, event, problem?: string) => reputation.record(peer, event, problem),
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

  /** Accepts calls of other nodes once the listener is ready; resolves with the port. */
  async open(listening: Promise<Listener>): Promise<number> {
    this.#listener = await listening
    return this.#listener.port
  }

  /** Searches for nodes by discovery. */
  async search(discovery: Discovery): Promise<void> {
    await discovery.start()
    this.#discovery = discovery
  }

  /** Begins to call other nodes and to follow their chains. */
  start(lastNodes: readonly Enode[]): void {
    this.#directory.addStatic(this.#parts.settings.staticPeers)
    for (const node of lastNodes) this.found(node)
    this.#dialer.start()
    this.#sync.start()
    this.#backfill?.start()
    this.#maintenance = setInterval(() => this.#maintain(), maintenanceMs)
  }

  /** Leaves the network. Chain and store are not used afterwards. Closing twice is allowed. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#maintenance)
    this.#dialer.stop()
    this.#gossip.close()
    this.#directory.save()
    const synchronised = Promise.all([this.#sync.stop(), this.#backfill?.stop()])
    this.#connections.closeAll(disconnectReasons.quitting)
    await Promise.allSettled([synchronised, this.#listener?.close(), this.#discovery?.stop()])
  }

  get isListening(): boolean {
    return this.#listener !== undefined
  }

  /** Where other nodes can call this one; undefined when it does not listen. */
  get enode(): string | undefined {
    const { identity, settings } = this.#parts
    const { port } = this.#listener ?? {}
    return port === undefined
      ? undefined
      : formatEnode({ id: identity.id, host: settings.publicAddress, port })
  }

  get connected(): readonly ConnectedPeer[] {
    return [...this.#connections.peers()].map(({ id, address, port, isInbound, clientId }) => ({
      id: id.slice(0, shortIdLength),
      nodeId: id,
      host: address,
      address: `${address}:${port}`,
      isInbound,
      clientId,
    }))
  }

  /** Messages that wait to be sent. */
  get queuedMessages(): number {
    return this.#connections.occupants.reduce((sum, { queuedMessages }) => sum + queuedMessages, 0)
  }

  get syncStatus(): SyncStatus | undefined {
    return this.#sync.status
  }

  get progress(): PeeringProgress {
    return {
      ...this.#sync.progress,
      diskBytes: this.#folderBytes?.bytes,
      snapshot: this.#snap?.progress,
    }
  }

  /** Whether blocks below a snapshot are missing and will be fetched. */
  get isBackfilling(): boolean {
    return this.#backfill !== undefined && (this.#parts.chain.start?.lowest ?? 1) > 1
  }

  /** Whether a handshake with a caller may begin. */
  admits(address: string): boolean {
    return !this.#isClosed && this.#admission.admits(address, this.#connections.occupants)
  }

  add(connection: Connection): void {
    if (this.#isClosed) connection.disconnect(disconnectReasons.quitting)
    else if (this.#connections.add(connection) && connection.isInbound) this.#directory.addCaller(connection)
  }

  /** A caller did not complete the handshake. */
  handshakeFailed(address: string, problem: unknown): void {
    this.#parts.debug('peer-handshake-failed', { address, problem: reasonOf(problem) })
    this.scoring.record({ address }, 'failed-handshake')
  }

  /** A node that can be called. */
  found(node: Enode): void {
    this.#directory.addFound(node)
  }

  #peerEvents(): PeerEvents {
    return {
      onReady: (peer) => this.#ready(peer),
      onStatus: (peer, { bestHash }) => {
        this.#gossip.addHolder(peer, bestHash)
        this.#snap?.heard()
        this.#sync.heard(peer)
      },
      onMessage: (peer, message) => this.#gossip.heard(peer, message),
      onClosed: (peer, reason) => {
        this.#parts.debug('peer-disconnected', {
          ...namesOf(peer),
          by: reason.by,
          reason: closeText(reason),
        })
        if (this.#connections.remove(peer)) this.#book.failed(peer.id, monotonicMs())
      },
    }
  }

  #ready(peer: Peer): void {
    if (!this.#connections.ready(peer)) return
    this.#parts.debug('peer-connected', {
      ...namesOf(peer),
      direction: peer.isInbound ? 'inbound' : 'outbound',
      client: peer.clientId,
      best: peer.status?.bestNumber ?? 0,
    })
    if (!peer.isInbound) this.#book.succeeded(peer.id)
    this.#gossip.greet(peer)
  }

  /** A new ban takes effect on connected peers within a second. */
  #maintain(): void {
    for (const peer of this.#connections.occupants) {
      if (this.scoring.isBanned(peer.address)) peer.disconnect(disconnectReasons.uselessPeer)
    }
    for (const node of this.#discovery?.nodes() ?? []) this.found(node)
    this.#directory.tick()
  }

  /** Ignores errors after `close`, because closing causes them. */
  #report(error: unknown): void {
    if (!this.#isClosed) this.#parts.onError(error)
  }
}

const closeText = (reason: CloseReason): string =>
  reason.by === 'failure' ? `${reason.kind}: ${reason.problem}` : disconnectReasonName(reason.reason)

const monotonicMs = (): number => performance.now()
