import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { arbitraryMessage } from '../messages/arbitraryMessages.cases.ts'
import { encodeMessage } from '../messages/encodeMessage.ts'
import { frameCodes, type PushMessage } from '../messages/message.ts'
import {
  announcement,
  someHash as hash,
  pass,
  ScriptedPeer,
  SessionNode,
  useFakeTime,
} from './sessionWorld.cases.ts'

beforeEach(useFakeTime)
afterEach(() => {
  vi.useRealTimers()
})

/** A message with one transaction that is different for each number. */
const transactions = (number: number, length = 0): PushMessage => ({
  kind: 'transactions',
  transactions: [encodeRlp([unsignedBytes(number), new Uint8Array(length)])],
})

describe('a message from a peer', () => {
  it('is dropped beyond a burst of a thousand messages of its class', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    for (let number = 0; number < 1200; number++) peer.say(announcement(number))
    await pass()
    // The status of the greeting counts too.
    expect(peer.node.messages).toHaveLength(999)
    await pass(60_000)
    peer.say(announcement(1))
    await pass()
    expect(peer.node.messages).toHaveLength(1000)
    expect(peer.node.scoring.hasGoodReputation(peer.session)).toBe(true)
  })

  it('is dropped beyond a burst of 32 MiB of its class', async () => {
    const peer = new ScriptedPeer().join()
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

  it('is not dropped when it is a block or an announcement and 45 transactions come every second', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    const seconds = 300
    for (let second = 0; second < seconds; second++) {
      for (let each = 0; each < 45; each++) peer.say(transactions(45 * second + each))
      peer.say({ kind: 'block', block: encodeRlp([unsignedBytes(second)]) }).say(announcement(second))
      await pass(1000)
    }
    const received = (kind: PushMessage['kind']) =>
      peer.node.messages.filter((message) => message.kind === kind).length
    expect(received('block')).toBe(seconds)
    expect(received('new-block-hashes')).toBe(seconds)
    expect(received('transactions')).toBeLessThan(45 * seconds)
  })

  it('is not dropped when it is a block and transactions have used up their bytes', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    for (let number = 0; number < 6; number++) peer.say(transactions(number, 7 << 20))
    const block: PushMessage = { kind: 'block', block: encodeRlp([new Uint8Array(5 << 20)]) }
    peer.say(block)
    await pass()
    expect(peer.node.messages).toHaveLength(5)
    expect(peer.node.messages.at(-1)?.kind).toBe('block')
  })

  it('is logged when it is dropped, in one line per class every ten seconds', async () => {
    const peer = new ScriptedPeer({ address: '10.0.0.9' }).join()
    await pass()
    const line = (trafficClass: string, count: number) => ({
      event: 'peer-messages-dropped',
      peer: peer.session.id,
      address: '10.0.0.9',
      class: trafficClass,
      count,
    })
    for (let number = 0; number < 1100; number++) peer.say(transactions(number))
    for (let number = 0; number < 1003; number++) peer.say(announcement(number))
    await pass()
    expect(peer.node.logged).toEqual([line('transactions', 1), line('blocks', 1)])
    await pass(10_000)
    for (let number = 0; number < 401; number++) peer.say(transactions(2000 + number))
    await pass()
    expect(peer.node.logged.slice(2)).toEqual([line('transactions', 100)])
    peer.session.disconnect(0x08)
    await pass()
    expect(peer.node.logged.slice(3)).toEqual([line('blocks', 3)])
  })

  it('is not dropped when it answers one of our requests', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    const answer = peer.session.request({ kind: 'block-hash-request', height: 1 })
    for (let number = 0; number < 1200; number++) peer.say(announcement(number))
    peer.say({ kind: 'block-hash-response', id: 1, hash })
    await pass()
    expect(await answer).toEqual({ kind: 'block-hash-response', hash })
  })

  it('is handled once per sender, so that a peer cannot suppress the messages of others', async () => {
    const node = new SessionNode()
    const first = new ScriptedPeer({ node, id: 1 }).join()
    const second = new ScriptedPeer({ node, id: 2 }).join()
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

  it('is handled again when it was requested', async () => {
    const peer = new ScriptedPeer().join()
    const block: PushMessage = { kind: 'block', block: fromHex('c105') }
    peer.say(block)
    await pass()
    peer.session.send({ kind: 'get-block', hash })
    peer.say(block).say(block)
    await pass()
    expect(peer.node.messages).toEqual([block, block])
    expect(peer.node.count(peer.session, 'repeated-message')).toBe(1)
  })

  it('is dropped when it is one of a flood of blocks after requests for blocks that never came', async () => {
    const peer = new ScriptedPeer().join()
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

  it('that cannot be decoded affects only the reputation of its sender', async () => {
    const node = new SessionNode()
    const bad = new ScriptedPeer({ node, id: 1, address: '10.0.0.1' }).join()
    const good = new ScriptedPeer({ node, id: 2, address: '10.0.0.2' }).join()
    const neighbour = new ScriptedPeer({ node, id: 3, address: '10.0.0.1' }).join()
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

  it.each([0x11, 0x17, 0x19])('with the frame code %i closes the connection', async (code) => {
    const peer = new ScriptedPeer().join()
    await pass()
    peer.connection.receive(code, fromHex('c0'))
    await pass()
    expect(peer.connection.said).toBe(0x02)
    expect(peer.node.scoring.hasGoodReputation(peer.session)).toBe(true)
  })

  it('from a punished peer is not handled and closes the connection', async () => {
    const peer = new ScriptedPeer().join()
    await pass()
    peer.node.scoring.record(peer.session, 'invalid-block')
    peer.say(announcement(1))
    await pass()
    expect(peer.connection.said).toBe(0x03)
    expect(peer.node.messages).toEqual([])
  })

  it('that causes an error of our own leaves the session open', async () => {
    const peer = new ScriptedPeer().join()
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

  it('of any bytes causes no internal error and leaves no timer', async () => {
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
        const peer = new ScriptedPeer().join()
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
