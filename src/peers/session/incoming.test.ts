import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { arbitraryMessage } from '../messages/arbitraryMessages.cases.ts'
import { encodeMessage } from '../messages/encodeMessage.ts'
import type { PushMessage } from '../messages/message.ts'
import { frameCodes } from '../messages/messageTypes.ts'
import {
  announcement,
  someHash as hash,
  PlayedPeer,
  pass,
  SessionNode,
  useFakeTime,
} from './sessionWorld.cases.ts'

beforeEach(useFakeTime)
afterEach(() => {
  vi.useRealTimers()
})

describe('what comes from a peer', () => {
  it('is dropped without a word beyond a thousand messages', async () => {
    const peer = new PlayedPeer().join()
    await pass()
    for (let number = 0; number < 1200; number++) peer.say(announcement(number))
    await pass()
    // One was the status.
    expect(peer.node.messages).toHaveLength(999)
    await pass(60_000)
    peer.say(announcement(1))
    await pass()
    expect(peer.node.messages).toHaveLength(1000)
    expect(peer.node.scoring.hasGoodReputation(peer.session)).toBe(true)
  })

  it('is dropped without a word beyond 32 MiB', async () => {
    const peer = new PlayedPeer().join()
    await pass()
    const block = (first: number): PushMessage => ({
      kind: 'block',
      block: new Uint8Array(7 << 20).fill(first, 0, 1),
    })
    for (let number = 0; number < 6; number++) peer.say(block(0xc0 + number))
    await pass()
    expect(peer.node.messages).toHaveLength(4)
    await pass(7000)
    peer.say(block(0xe0))
    await pass()
    expect(peer.node.messages).toHaveLength(5)
  })

  it('is not dropped when it answers our requests', async () => {
    const peer = new PlayedPeer().join()
    await pass()
    const answer = peer.session.request({ kind: 'block-hash-request', height: 1 })
    for (let number = 0; number < 1200; number++) peer.say(announcement(number))
    peer.say({ kind: 'block-hash-response', id: 1, hash })
    await pass()
    expect(await answer).toEqual({ kind: 'block-hash-response', hash })
  })

  it('is looked at once from each, so that nobody can keep the messages of others from us', async () => {
    const node = new SessionNode()
    const first = new PlayedPeer({ node, id: 1 }).join()
    const second = new PlayedPeer({ node, id: 2 }).join()
    await pass()
    const block: PushMessage = { kind: 'block', block: fromHex('c105') }
    first.say(block).say(block)
    await pass()
    second.say(block)
    await pass()
    expect(node.messages).toEqual([block, block])
    expect(node.count(first.session, 'repeated-message')).toBe(1)
    expect(node.count(second.session, 'repeated-message')).toBe(0)
  })

  it('is looked at again when it was asked for', async () => {
    const peer = new PlayedPeer().join()
    const block: PushMessage = { kind: 'block', block: fromHex('c105') }
    peer.say(block)
    await pass()
    peer.session.send({ kind: 'get-block', hash })
    peer.say(block).say(block)
    await pass()
    expect(peer.node.messages).toEqual([block, block])
    expect(peer.node.count(peer.session, 'repeated-message')).toBe(1)
  })

  it('cannot be a flood of blocks because we asked for some that never came', async () => {
    const peer = new PlayedPeer().join()
    await pass()
    for (let second = 0; second < 60; second++) {
      for (let each = 0; each < 10; each++) peer.session.send({ kind: 'get-block', hash })
      await pass(1000)
    }
    for (let number = 0; number < 1500; number++) {
      peer.say({ kind: 'block', block: encodeRlp([unsignedBytes(number)]) })
    }
    await pass()
    expect(peer.node.messages.length).toBeLessThan(1100)
  })

  it('costs the reputation when it cannot be decoded, that of nobody else', async () => {
    const node = new SessionNode()
    const bad = new PlayedPeer({ node, id: 1, address: '10.0.0.1' }).join()
    const good = new PlayedPeer({ node, id: 2, address: '10.0.0.2' }).join()
    const neighbour = new PlayedPeer({ node, id: 3, address: '10.0.0.1' }).join()
    await pass()
    bad.connection.receive(frameCodes.message, fromHex('c3c20280'))
    await pass()
    expect(bad.connection.said).toBe(0x02)
    expect(node.count(bad.session, 'invalid-message')).toBe(1)
    expect(node.scoring.hasGoodReputation(bad.session)).toBe(false)
    expect(node.scoring.hasGoodReputation(good.session)).toBe(true)
    for (const peer of [good, neighbour]) peer.say(announcement(1))
    await pass()
    expect(node.messages).toHaveLength(2)
    expect([good.session.isOpen, neighbour.session.isOpen]).toEqual([true, true])
  })

  it.each([0x11, 0x17, 0x19])('under the frame code %i closes the connection', async (code) => {
    const peer = new PlayedPeer().join()
    await pass()
    peer.connection.receive(code, fromHex('c0'))
    await pass()
    expect(peer.connection.said).toBe(0x02)
    expect(peer.node.scoring.hasGoodReputation(peer.session)).toBe(true)
  })

  it('is the last when the reputation is lost', async () => {
    const peer = new PlayedPeer().join()
    await pass()
    peer.node.scoring.record(peer.session, 'invalid-block')
    peer.say(announcement(1))
    await pass()
    expect(peer.connection.said).toBe(0x03)
    expect(peer.node.messages).toEqual([])
  })

  it('cannot harm by an error of our own', async () => {
    const peer = new PlayedPeer().join()
    await pass()
    const error = new Error('a full disk')
    peer.node.onMessage = () => {
      throw error
    }
    Object.assign(peer.node.chain, {
      select: () => {
        throw error
      },
    })
    peer.say(announcement(1)).say({ kind: 'block-hash-request', id: 1, height: 1 })
    await pass()
    expect(peer.node.reported).toEqual([error, error])
    expect(peer.session.isOpen).toBe(true)
  })

  it('is harmless whatever it is', async () => {
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      arbitraryMessage.chain((message) => mutations(encodeMessage(message))),
      arbitraryMessage.map(encodeMessage),
    )
    const frames = fc.array(fc.tuple(fc.constantFrom(0x10, 0x18, 0x18, 0x18, 0x19), hostile), {
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(frames, async (received) => {
        const peer = new PlayedPeer().join()
        await pass()
        for (const [code, payload] of received) peer.connection.receive(code, payload)
        await pass(1000)
        expect(peer.node.reported).toEqual([])
        peer.session.disconnect(0x08)
        await pass()
        expect(peer.node.closed).toHaveLength(1)
        expect(vi.getTimerCount()).toBe(0)
      }),
      { numRuns: 100 },
    )
  })
})
