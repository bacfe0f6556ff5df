import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BlockFactory } from '../../chain/blockFactory.cases.ts'
import { WorkBudget } from '../../primitives/work/workBudget.ts'
import { PeerScoring } from '../scoring/peerScoring.ts'
import { FakeConnection } from '../session/connectionPair.cases.ts'
import { SeenMessages } from '../session/intake.ts'
import { disconnectReasons } from '../transport/disconnectReason.ts'
import { Connections } from './connections.ts'
import { PeerAdmission } from './peerAdmission.ts'
import { ownStatus } from './sessionParts.ts'

const chain = new BlockFactory().chainWith([])
const own = 5

class ConnectionsWorld {
  now = 0
  readonly scoring = new PeerScoring({ now: () => this.now })
  readonly connections = new Connections({
    ownId: idOf(own),
    admission: new PeerAdmission({ maximumPeers: 3, trusted: new Set(), scoring: this.scoring }),
    now: () => this.now,
    debug: () => {},
    session: {
      identity: { networkId: 1, genesisHash: chain.head.hash },
      chain,
      ownStatus: () => ownStatus(chain),
      scoring: this.scoring,
      answering: new WorkBudget({ share: 1, savedMs: 1 }, () => this.now),
      seen: new SeenMessages(),
      events: {
        onReady: () => {},
        onStatus: () => {},
        onMessage: () => {},
        onClosed: (peer) => void this.connections.remove(peer),
      },
      now: () => this.now,
      report: (error) => {
        throw error
      },
      debug: () => {},
    },
  })

  /** Adds a connection, which records the reason when it is refused. */
  add(id: number, isInbound: boolean, address = `${id}.0.0.1`): FakeConnection {
    const connection = new FakeConnection(id, { isInbound, address })
    this.connections.add(connection)
    return connection
  }
}

function idOf(number: number): string {
  return number.toString(16).padStart(2, '0').repeat(64)
}

describe('connections', () => {
  it('are limited to the first one of each node', () => {
    const world = new ConnectionsWorld()
    world.add(7, false)
    world.now = 60_000
    expect(world.add(7, true).said).toBe(disconnectReasons.duplicatePeer)
    expect(world.connections.occupants).toHaveLength(1)
    expect(world.connections.has(idOf(7))).toBe(true)
  })

  it.each([
    ['greater', 7, true],
    ['smaller', 3, false],
  ])(
    'that cross are resolved in favour of the call of the greater id: %s than ours',
    (_, id, itsCallStays) => {
      const world = new ConnectionsWorld()
      const ours = world.add(id, false)
      const its = world.add(id, true)
      const [kept, closed] = itsCallStays ? [its, ours] : [ours, its]
      expect(kept.said).toBeUndefined()
      expect(closed.said).toBe(disconnectReasons.duplicatePeer)
      expect(world.connections.occupants).toHaveLength(1)
      expect(world.connections.has(idOf(id))).toBe(true)
    },
  )

  it('with this node itself are closed', () => {
    const world = new ConnectionsWorld()
    expect(world.add(own, false).said).toBe(disconnectReasons.localIdentity)
  })

  it('beyond the number of places are closed', async () => {
    const world = new ConnectionsWorld()
    for (const id of [11, 12, 13]) expect(world.add(id, false).said).toBeUndefined()
    expect(world.add(14, false).said).toBe(disconnectReasons.tooManyPeers)
    world.connections.occupants[0]!.disconnect(disconnectReasons.requested)
    await nextTurn()
    expect(world.add(14, false).said).toBeUndefined()
  })

  it('with punished nodes are closed', () => {
    const world = new ConnectionsWorld()
    world.scoring.record({ id: idOf(9), address: '1.2.3.4' }, 'invalid-block')
    expect(world.add(9, true).said).toBe(disconnectReasons.uselessPeer)
  })

  it('count as peers when their greeting is complete', () => {
    const world = new ConnectionsWorld()
    world.add(7, false)
    expect([...world.connections.peers()]).toEqual([])
    const [session] = world.connections.occupants
    expect(world.connections.ready(session!)).toBe(true)
    expect([...world.connections.peers()]).toEqual([session])
    world.connections.closeAll(disconnectReasons.quitting)
    expect([...world.connections.peers()]).toEqual([])
  })
})
