import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import type { PushMessage } from '../messages/message.ts'
import type { FakeConnection } from './connectionPair.cases.ts'
import { announcement, pass, ScriptedPeer, SessionNode, said, useFakeTime } from './sessionWorld.cases.ts'

beforeEach(useFakeTime)
afterEach(() => {
  vi.useRealTimers()
})

function timesOfSending(connection: FakeConnection): number[] {
  const times: number[] = []
  const send = connection.send.bind(connection)
  connection.send = (code, payload) => {
    times.push(Date.now())
    return send(code, payload)
  }
  return times
}

describe('messages to a peer', () => {
  it('stay below a thousand a minute for the reference node', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    const start = Date.now()
    const times = timesOfSending(peer.connection)
    for (let second = 0; second < 180; second++) {
      for (let each = 0; each < 7; each++) {
        peer.session.send(announcement(each))
        peer.session.request({ kind: 'block-hash-request', height: 1 }).catch(() => {})
        peer.say({ kind: 'block-hash-request', id: each, height: 1 })
      }
      await pass(1000)
    }
    const inMinute = (minute: number) =>
      times.filter((time) => Math.floor((time - start) / 60_000) === minute).length
    for (const minute of [0, 1, 2]) {
      expect(inMinute(minute)).toBeLessThan(1000)
      expect(inMinute(minute)).toBeGreaterThan(900)
    }
  })

  it('answer all requests of a reference node that follows our chain and announces blocks', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    for (let second = 0; second < 200; second++) {
      for (let each = 0; each < 8; each++) peer.say(announcement(each))
      for (let id = 0; id < 16; id++) peer.say({ kind: 'block-hash-request', id, height: 1 })
      await pass(1000)
    }
    await pass(1000)
    expect(said(peer.connection)).toHaveLength(16 * 200)
  })

  it('may be far more frequent for another Cambium node', async () => {
    const peer = new ScriptedPeer({ clientId: 'Cambium/1.0.0/linux/Node20' }).join()
    await pass()
    const times = timesOfSending(peer.connection)
    for (let number = 0; number < 2000; number++) peer.session.send(announcement(number))
    await pass(1000)
    expect(times).toHaveLength(2000)
  })

  it('wait while the connection is full, and classes take turns', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    peer.connection.isFull = true
    for (let number = 0; number < 3; number++) peer.session.send(announcement(number))
    peer.session.request({ kind: 'skeleton-request', start: 1 }).catch(() => {})
    peer.say({ kind: 'block-hash-request', id: 9, height: 0 })
    await pass()
    expect(peer.session.queuedMessages).toBe(5)
    expect(said(peer.connection)).toEqual([])
    peer.connection.isFull = false
    await pass(100)
    expect(said(peer.connection).map(({ kind }) => kind)).toEqual([
      'new-block-hashes',
      'skeleton-request',
      'block-hash-response',
      'new-block-hashes',
      'new-block-hashes',
    ])
    expect(peer.session.queuedMessages).toBe(0)
  })

  it('announce a block at once while many transactions wait', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    const transactions: PushMessage = { kind: 'transactions', transactions: [fromHex('c105')] }
    for (let number = 0; number < 500; number++) peer.session.send(transactions)
    expect(peer.session.send(announcement(1))).toBe(true)
    await pass(1000)
    expect(said(peer.connection)).toContainEqual(announcement(1))
    expect(peer.session.queuedMessages).toBeGreaterThan(400)
  })

  it('announce a block although transactions fill their queue', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    peer.connection.isFull = true
    const transactions: PushMessage = { kind: 'transactions', transactions: [new Uint8Array(4 << 20)] }
    while (peer.session.send(transactions)) await pass()
    expect(peer.session.send(announcement(1))).toBe(true)
  })

  it('are bounded in number and bytes when the peer does not read', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    peer.connection.isFull = true
    const block: PushMessage = { kind: 'block', block: new Uint8Array(4 << 20) }
    const taken = Array.from({ length: 8 }, () => peer.session.send(block)).filter(Boolean).length
    expect(taken).toBeLessThan(8)
    for (let number = 0; number < 3000; number++)
      peer.say({ kind: 'block-hash-request', id: number, height: 1 })
    await pass()
    expect(peer.session.queuedMessages).toBeLessThan(1100)
  })

  it('are never longer than the reference node can read', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    peer.session.send({ kind: 'block', block: new Uint8Array(2 ** 23) })
    peer.session.send(announcement(1))
    await pass(1000)
    expect(said(peer.connection)).toEqual([announcement(1)])
  })
})

describe('answers', () => {
  it('that are expensive wait for the answering budget, and delay no other message', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    Object.assign(peer.node.chain, {
      select: (height: number) => {
        vi.setSystemTime(Date.now() + 100)
        return peer.node.chain.blocks[height]
      },
    })
    for (let id = 0; id < 20; id++) peer.say({ kind: 'block-hash-request', id, height: 1 })
    await pass(1000)
    peer.session.send(announcement(1))
    await pass()
    const kinds = said(peer.connection).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'block-hash-response').length).toBeLessThan(10)
    expect(kinds.at(-1)).toBe('new-block-hashes')
    await pass(10_000)
    expect(said(peer.connection)).toHaveLength(21)
  })

  it('to a peer with few requests do not wait for those to a peer with many', async () => {
    const node = new SessionNode()
    const [busy, quiet] = [1, 2].map((id) => new ScriptedPeer({ node, id }).join())
    await pass()
    Object.assign(node.chain, {
      select: (height: number) => {
        vi.setSystemTime(Date.now() + 100)
        return node.chain.blocks[height]
      },
    })
    for (let id = 0; id < 200; id++) busy!.say({ kind: 'block-hash-request', id, height: 1 })
    await pass(1000)
    quiet!.say({ kind: 'block-hash-request', id: 1, height: 1 })
    await pass(2000)
    expect(said(quiet!.connection)).toHaveLength(1)
  })
})
