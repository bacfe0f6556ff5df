import { vi } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { WorkBudget } from '../../primitives/work/workBudget.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { decodeMessage, openEnvelope } from '../messages/decodeMessage.ts'
import { encodeMessage } from '../messages/encodeMessage.ts'
import {
  type ChainStatus,
  encodeNetworkStatus,
  frameCodes,
  type Message,
  type NetworkStatus,
  type PushMessage,
} from '../messages/message.ts'
import type { PeerEvent } from '../scoring/peerEvent.ts'
import { PeerScoring } from '../scoring/peerScoring.ts'
import { ListedChain } from '../serving/listedChain.cases.ts'
import type { CloseReason } from '../transport/connection.ts'
import { connectionPair, FakeConnection, type PairOptions } from './connectionPair.cases.ts'
import { SeenMessages } from './intake.ts'
import type { Peer, PeerEvents } from './peer.ts'
import { networkStatusOf, PeerSession, type PeerSessionParts } from './peerSession.ts'

/** A node that records the events of its sessions. */
export class SessionNode implements PeerEvents {
  readonly chain: ListedChain
  readonly scoring = new PeerScoring({ now: Date.now })
  readonly seen = new SeenMessages()
  readonly answering = new WorkBudget({ share: 0.25, savedMs: 250 }, Date.now)
  readonly events: string[] = []
  readonly messages: PushMessage[] = []
  readonly closed: CloseReason[] = []
  readonly reported: unknown[] = []
  readonly logged: object[] = []

  constructor(best = 20) {
    this.chain = new ListedChain(best)
  }

  get status(): ChainStatus {
    const { number, hash, parentHash } = this.chain.head.header
    return { bestNumber: number, bestHash: hash, bestParentHash: parentHash, totalDifficulty: BigInt(number) }
  }

  get identity(): PeerSessionParts['identity'] {
    return { networkId: regtest.peerNetworkId, genesisHash: this.chain.blocks[0]!.header.hash }
  }

  session(connection: FakeConnection): PeerSession {
    const { chain, scoring, seen, identity } = this
    return new PeerSession(connection, {
      identity,
      chain,
      answering: this.answering,
      ownStatus: () => this.status,
      scoring,
      seen,
      events: this,
      now: Date.now,
      report: (error) => this.reported.push(error),
      debug: (event, facts) => this.logged.push({ event, ...facts }),
    })
  }

  /** How often an event of a peer was recorded. */
  count(peer: Peer, event: PeerEvent): number {
    return (
      this.scoring
        .list()
        .find(({ name }) => name === peer.id)
        ?.standing.count(event) ?? 0
    )
  }

  onReady(): void {
    this.events.push('ready')
  }

  onStatus(_peer: Peer, { bestNumber }: ChainStatus): void {
    this.events.push(`status ${bestNumber}`)
  }

  onMessage(_peer: Peer, message: PushMessage): void {
    this.messages.push(message)
  }

  onClosed(_peer: Peer, reason: CloseReason): void {
    this.events.push('closed')
    this.closed.push(reason)
  }
}

/** Two nodes with a session to each other. */
export function pairOfNodes(options: PairOptions = {}) {
  const [outbound, inbound] = connectionPair(options)
  const alice = new SessionNode()
  const bob = new SessionNode()
  const toBob = alice.session(outbound)
  const toAlice = bob.session(inbound)
  toBob.start()
  toAlice.start()
  return { alice, bob, toBob, toAlice, outbound, inbound }
}

/** A session of a node whose peer is controlled by the test. */
export class ScriptedPeer {
  readonly node: SessionNode
  readonly connection: FakeConnection
  readonly session: PeerSession

  constructor({
    node = new SessionNode(),
    id = 7,
    ...options
  }: { node?: SessionNode; id?: number } & PairOptions = {}) {
    this.node = node
    this.connection = new FakeConnection(id, options)
    this.session = node.session(this.connection)
    this.session.start()
  }

  greet(changes: Partial<NetworkStatus> = {}): this {
    const status = { ...networkStatusOf(this.node.identity, this.node.status), ...changes }
    this.connection.receive(frameCodes.networkStatus, encodeNetworkStatus(status))
    return this
  }

  /** Sends the complete greeting. */
  join(): this {
    return this.greet().say({ kind: 'status', ...this.node.status })
  }

  say(message: Message): this {
    this.connection.receive(frameCodes.message, encodeMessage(message))
    return this
  }
}

/** Time advances only by `pass`. */
export function useFakeTime(): void {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
}

export const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds)

export const someHash = asHash(new Uint8Array(32).fill(5))

/** A small message that the session passes on. */
export const announcement = (number: number): PushMessage => ({
  kind: 'new-block-hashes',
  announcements: [{ hash: someHash, number }],
})

/** The messages that a node sent after its greeting. */
export const said = ({ sent }: FakeConnection): Message[] =>
  sent
    .filter(({ code }) => code === frameCodes.message)
    .slice(1)
    .map(({ payload }) => decodeMessage(openEnvelope(payload)))
