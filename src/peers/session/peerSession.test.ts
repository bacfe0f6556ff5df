import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import { bodyOfBlock } from '../messages/blockParts.ts'
import type { PushMessage, Request } from '../messages/message.ts'
import { PeerGone, PeerSilent } from './peer.ts'
import {
  announcement,
  someHash as hash,
  pairOfNodes,
  pass,
  ScriptedPeer,
  said,
  useFakeTime,
} from './sessionWorld.cases.ts'

beforeEach(useFakeTime)
afterEach(() => {
  vi.useRealTimers()
})

describe('greeting', () => {
  it('makes two nodes of one chain ready, and gives each the best block of the other', async () => {
    const { alice, bob, toBob, toAlice } = pairOfNodes()
    await pass()
    expect(alice.events).toEqual(['ready', 'status 20'])
    expect(bob.events).toEqual(['ready', 'status 20'])
    expect(toBob.status).toEqual(bob.status)
    expect(alice.count(toBob, 'successful-handshake')).toBe(1)
    expect([toBob.isInbound, toAlice.isInbound]).toEqual([false, true])
  })

  it.each([
    ['protocol', { protocolVersion: 63 }, 0x06, 'incompatible-protocol'],
    ['network', { networkId: 775 }, 0x07, 'invalid-network'],
    ['genesis', { genesisHash: hash }, 0x11, 'unexpected-genesis'],
    ['protocol before network', { protocolVersion: 1, networkId: 1 }, 0x06, 'incompatible-protocol'],
  ] as const)(
    'disconnects a node of another %s with the matching reason',
    async (_name, changes, reason, event) => {
      const peer = new ScriptedPeer().greet(changes)
      await pass()
      expect(peer.connection.said).toBe(reason)
      expect(peer.node.events).toEqual(['closed'])
      expect(peer.node.count(peer.session, event)).toBe(1)
      expect(peer.node.scoring.hasGoodReputation(peer.session)).toBe(true)
    },
  )

  it('must be complete within twenty seconds', async () => {
    const peer = new ScriptedPeer().greet()
    await pass(19_999)
    expect(peer.connection.said).toBeUndefined()
    await pass(1)
    expect(peer.connection.said).toBe(0x03)
  })

  it('of an old node, without total difficulty, makes it ready without a status', async () => {
    const peer = new ScriptedPeer().greet()
    peer.say({ kind: 'status', bestNumber: 5, bestHash: hash, bestParentHash: null, totalDifficulty: null })
    await pass(60_000)
    expect(peer.node.events).toEqual(['ready'])
    expect(peer.session.status).toBeUndefined()
  })

  it('must come first: earlier messages are not handled', async () => {
    const peer = new ScriptedPeer().say(announcement(1)).join()
    await pass()
    expect(peer.node.messages).toEqual([])
    expect(peer.node.count(peer.session, 'unexpected-message')).toBe(1)
    peer.greet()
    await pass()
    expect(peer.node.count(peer.session, 'unexpected-message')).toBe(2)
    expect(peer.session.isOpen).toBe(true)
  })

  it('may be followed by new statuses', async () => {
    const peer = new ScriptedPeer().join()
    peer.say({ kind: 'status', bestNumber: 7, bestHash: hash, bestParentHash: hash, totalDifficulty: 9n })
    await pass()
    expect(peer.node.events).toEqual(['ready', 'status 20', 'status 7'])
    expect(peer.session.status?.totalDifficulty).toBe(9n)
  })
})

describe('two sessions', () => {
  it('answer each other’s requests', async () => {
    const { bob, toBob } = pairOfNodes()
    await pass()
    const block = bob.chain.blocks[10]!
    const best = block.header.hash
    const answers = Promise.all([
      toBob.request({ kind: 'block-hash-request', height: 10 }),
      toBob.request({ kind: 'headers-request', hash: best, count: 2 }),
      toBob.request({ kind: 'body-request', hash: best }),
      toBob.request({ kind: 'block-request', hash: best }),
      toBob.request({ kind: 'skeleton-request', start: 0 }),
    ])
    await pass()
    const [found, headers, body, whole, skeleton] = await answers
    expect(found).toEqual({ kind: 'block-hash-response', hash: best })
    expect(headers.headers).toHaveLength(2)
    expect(body).toEqual({ kind: 'body-response', ...bodyOfBlock(block) })
    expect(whole.kind).toBe('block-response')
    expect(skeleton.points.map(({ number }) => number)).toEqual([0, 20])
  })

  it('give their owners all messages that answer no request', async () => {
    const { bob, toBob } = pairOfNodes()
    await pass()
    const pushes: PushMessage[] = [
      { kind: 'block', block: fromHex('c101') },
      { kind: 'get-block', hash },
      announcement(4),
      { kind: 'new-block-hash', hash },
      { kind: 'transactions', transactions: [fromHex('c102')] },
    ]
    for (const push of pushes) expect(toBob.send(push)).toBe(true)
    await pass()
    expect(bob.messages).toEqual(pushes)
  })

  it('answer a request for a block without an id', async () => {
    const { alice, bob, toBob } = pairOfNodes()
    await pass()
    toBob.send({ kind: 'get-block', hash: bob.chain.blocks[3]!.header.hash })
    toBob.send({ kind: 'get-block', hash })
    await pass()
    expect(alice.messages.map(({ kind }) => kind)).toEqual(['block'])
  })

  it.each<Request>([
    { kind: 'block-hash-request', height: 10_000 },
    { kind: 'snap-status-request' },
    { kind: 'snap-blocks-request', blockNumber: 3 },
    { kind: 'snap-state-chunk-request', blockNumber: 3, from: 0, chunkSize: 50 },
  ])('do not answer $kind, and the request times out', async (request) => {
    const { alice, toBob } = pairOfNodes()
    await pass()
    const outcome = toBob.request(request).catch((error: unknown) => error)
    await pass(30_000)
    expect(await outcome).toEqual(new PeerSilent(request.kind, 30_000))
    expect(await outcome).toBeInstanceOf(PeerSilent)
    expect(alice.count(toBob, 'timeout-message')).toBe(1)
    expect(toBob.isOpen).toBe(true)
  })
})

describe('a request', () => {
  const height1: Request = { kind: 'block-hash-request', height: 1 }
  const failure = (request: Promise<unknown>) => request.catch((error: unknown) => error)

  it('is answered only by a response of its id and kind', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    const answer = peer.session.request(height1)
    peer
      .say({ kind: 'block-hash-response', id: 2, hash })
      .say({ kind: 'headers-response', id: 1, headers: [] })
    await pass()
    expect(peer.node.count(peer.session, 'unexpected-message')).toBe(2)
    peer.say({ kind: 'block-hash-response', id: 1, hash })
    await pass()
    expect(await answer).toEqual({ kind: 'block-hash-response', hash })
    expect(said(peer.connection)).toEqual([{ ...height1, id: 1 }])
  })

  it('does not allow an unlimited number of unrequested answers', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    const answer = failure(peer.session.request(height1))
    for (let id = 2; id < 100; id++) peer.say({ kind: 'block-hash-response', id, hash })
    await pass()
    expect(peer.session.isOpen).toBe(false)
    expect(await answer).toBeInstanceOf(PeerGone)
  })

  it('fails when the peer leaves or has left', async () => {
    const { alice, toBob, toAlice } = pairOfNodes()
    await pass()
    const waiting = failure(toBob.request({ kind: 'snap-status-request' }))
    toAlice.disconnect(0x08)
    await pass()
    expect(await waiting).toBeInstanceOf(PeerGone)
    expect(await failure(toBob.request(height1))).toBeInstanceOf(PeerGone)
    expect(toBob.send(announcement(1))).toBe(false)
    expect([toBob.isOpen, toAlice.isOpen]).toEqual([false, false])
    expect(alice.closed).toEqual([{ by: 'remote', reason: 0x08 }])
  })

  it('fails when the peer is being disconnected', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    peer.session.disconnect(0x08)
    const answer = failure(peer.session.request(height1))
    expect(peer.session.send(announcement(1))).toBe(false)
    expect(await answer).toBeInstanceOf(PeerGone)
  })

  it('can be aborted before and after it is sent', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    const controller = new AbortController()
    const reason = new Error('aborted')
    const many = Array.from({ length: 40 }, () =>
      failure(peer.session.request(height1, { signal: controller.signal })),
    )
    controller.abort(reason)
    expect(await Promise.all(many)).toEqual(many.map(() => reason))
    expect(await failure(peer.session.request(height1, { signal: controller.signal }))).toBe(reason)
    await pass(30_000)
    // Requests that waited for their turn were never sent.
    expect(said(peer.connection).length).toBeLessThan(40)
    expect(peer.node.count(peer.session, 'timeout-message')).toBe(0)
  })

  it('has a time limit that starts when it is sent', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    const many = Array.from({ length: 48 }, () => failure(peer.session.request(height1, { timeoutMs: 500 })))
    await pass(600)
    peer.say({ kind: 'block-hash-response', id: 40, hash })
    await pass()
    expect(await many[0]).toBeInstanceOf(PeerSilent)
    expect(await many[39]).toEqual({ kind: 'block-hash-response', hash })
  })
})

describe('requests for snapshots', () => {
  it('are dropped when more than three wait, and a peer that sends many more is disconnected', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    peer.node.answering.spend(() => vi.advanceTimersByTime(60_000))
    const ask = (id: number) => peer.say({ kind: 'snap-status-request', id })
    for (let id = 1; id <= 5; id++) ask(id)
    await pass()
    expect(peer.node.count(peer.session, 'unexpected-message')).toBe(2)
    expect(peer.session.isOpen).toBe(true)
    for (let id = 6; id <= 80; id++) ask(id)
    await pass()
    expect(peer.session.isOpen).toBe(false)
  })
})
