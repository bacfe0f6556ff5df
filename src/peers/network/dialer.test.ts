import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Enode } from '../identity/enode.ts'
import { PeerScoring } from '../scoring/peerScoring.ts'
import { FakeConnection } from '../session/connectionPair.cases.ts'
import type { Connection } from '../transport/connection.ts'
import { TransportError } from '../transport/transportError.ts'
import { Dialer } from './dialer.ts'
import { NodeBook } from './nodeBook.ts'

const node = (number: number): Enode => ({
  id: new Uint8Array(64).fill(number),
  host: `10.0.0.${number}`,
  port: 5050,
})

class DialerWorld {
  readonly book = new NodeBook(() => 0.5)
  readonly scoring = new PeerScoring({ now: () => 0 })
  readonly called: number[] = []
  readonly connected = new Set<string>()
  readonly errors: unknown[] = []
  freePlaces = 2
  answer: () => Promise<Connection> = async () => {
    throw new TransportError('unreachable', 'connection refused')
  }
  readonly dialer = new Dialer({
    book: this.book,
    scoring: this.scoring,
    isConnected: (id) => this.connected.has(id),
    freePlaces: () => this.freePlaces,
    call: ({ id }) => {
      this.called.push(id[0]!)
      return this.answer()
    },
    onConnection: ({ remote }) => void this.connected.add(Buffer.from(remote.id).toString('hex')),
    now: () => performance.now(),
    debug: () => {},
    onError: (error) => this.errors.push(error),
  })
}

let world: DialerWorld
beforeEach(() => {
  vi.useFakeTimers()
  world = new DialerWorld()
})
afterEach(() => {
  world.dialer.stop()
  vi.useRealTimers()
})

describe('the dialer', () => {
  it('calls static nodes although there is no place, and found nodes while there are places', () => {
    world.book.add(node(1), 'static')
    for (const number of [2, 3, 4]) world.book.add(node(number), 'found')
    world.freePlaces = 3
    world.dialer.start()
    expect(world.called).toEqual([1, 2, 3])
  })

  it('calls no node twice at a time, and no connected node', async () => {
    world.book.add(node(1), 'static')
    world.answer = async () => new FakeConnection(1)
    world.dialer.start()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(world.called).toEqual([1])
  })

  it('calls an unreachable node again later', async () => {
    world.book.add(node(1), 'static')
    world.dialer.start()
    await vi.advanceTimersByTimeAsync(3_500)
    expect(world.called).toEqual([1, 1, 1])
    expect(world.errors).toEqual([])
  })

  it('does not call banned addresses and punished nodes', async () => {
    await world.scoring.ban('10.0.0.1')
    world.scoring.record({ id: '02'.repeat(64), address: '10.0.0.9' }, 'invalid-header')
    for (const number of [1, 2, 3]) world.book.add(node(number), 'static')
    world.dialer.start()
    expect(world.called).toEqual([3])
  })

  it('reports errors that the other node did not cause', async () => {
    world.book.add(node(1), 'static')
    world.answer = async () => {
      throw new TypeError('a mistake of ours')
    }
    world.dialer.start()
    await vi.advanceTimersByTimeAsync(1)
    expect(world.errors).toHaveLength(1)
  })

  it('disconnects calls that succeed after it was stopped', async () => {
    world.book.add(node(1), 'static')
    const late = new FakeConnection(1)
    world.answer = async () => late
    world.dialer.start()
    world.dialer.stop()
    await vi.advanceTimersByTimeAsync(1)
    expect(late.said).toBeDefined()
    expect(world.connected.size).toBe(0)
  })
})
