import { describe, expect, it } from 'vitest'
import { BlockFactory } from '../../chain/blockFactory.cases.ts'
import { decodeCompressedHeader, encodeCompressedHeader } from '../messages/compressedHeader.ts'
import { BodyQueue, type BodyTask, type Delivery, type FasterPeers } from './bodyQueue.ts'
import { FakePeer } from './fakePeer.cases.ts'

const factory = new BlockFactory()
const blocks = factory.branch(factory.genesis, 4, 1)
const chain = factory.chainWith(blocks)
const headers = blocks.map(({ header }) =>
  decodeCompressedHeader(encodeCompressedHeader(header), chain.network),
)
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => new FakePeer(name, chain)) as [
  FakePeer,
  FakePeer,
  FakePeer,
  FakePeer,
]

function queueOf(...sources: readonly FakePeer[]): BodyQueue {
  const queue = new BodyQueue()
  queue.add({ headers, sources: new Set(sources) })
  return queue
}

const alone: FasterPeers = { peers: [], ahead: 0 }

const numberOf = (task: BodyTask | undefined): number | undefined => task?.compressed.header.number

function deliveryOf(task: BodyTask, peer: FakePeer, weight = 100): Delivery {
  return { block: blocks[task.compressed.header.number - 1]!, peer, weight, ticket: undefined }
}

/** Asks a peer for its next body. */
function ask(queue: BodyQueue, peer: FakePeer, time = 0): BodyTask {
  const task = queue.openFor(peer, alone, false)!
  queue.ask(task, peer, time)
  return task
}

describe('the queue of bodies', () => {
  it('offers every peer the earliest body that is not requested', () => {
    const queue = queueOf(a, b)
    expect([a, b, a].map((peer) => numberOf(ask(queue, peer)))).toEqual([1, 2, 3])
    expect(queue.inFlight).toBe(3)
  })

  it('offers a body only to peers that have it', () => {
    const queue = queueOf(a)
    expect(queue.openFor(b, alone, false)).toBeUndefined()
  })

  it('leaves bodies to faster peers that deliver them sooner', () => {
    const queue = queueOf(a, b)
    const faster: FasterPeers = { peers: [a], ahead: 2 }
    expect(numberOf(queue.openFor(b, faster, false))).toBe(3)
    expect(queue.openFor(b, { ...faster, ahead: 10 }, false)).toBeUndefined()
    // After a failure the faster peer will not be asked again.
    const task = ask(queue, a)
    queue.settle(task, a, undefined)
    expect(numberOf(queue.openFor(b, faster, false))).toBe(1)
  })

  it('returns blocks in order, whatever the order of deliveries', () => {
    const queue = queueOf(a)
    const tasks = [ask(queue, a), ask(queue, a)] as const
    queue.settle(tasks[1], a, deliveryOf(tasks[1], a))
    expect(queue.take()).toBeUndefined()
    expect(queue.heldWeight).toBe(100)
    queue.settle(tasks[0], a, deliveryOf(tasks[0], a))
    expect([queue.take(), queue.take()].map((delivery) => delivery?.block.header.number)).toEqual([1, 2])
    expect(queue).toMatchObject({ heldWeight: 0, inFlight: 0, size: 2 })
  })

  it('offers a body that a peer failed to deliver to other peers', () => {
    const queue = queueOf(a, b)
    const task = ask(queue, a)
    ask(queue, a)
    queue.settle(task, a, undefined)
    expect(numberOf(queue.openFor(a, alone, false))).toBe(3)
    expect(numberOf(queue.openFor(b, alone, false))).toBe(1)
  })

  it('offers overdue bodies, but requests one body from at most three peers', () => {
    const queue = queueOf(a, b, c, d)
    const task = ask(queue, a, 10)
    expect(queue.overdueFor(b, 10)).toBeUndefined()
    expect(queue.overdueFor(b, 11)).toBe(task)
    expect(queue.overdueFor(a, 11)).toBeUndefined()
    queue.ask(task, b, 11)
    queue.ask(task, c, 12)
    expect(queue.overdueFor(d, 100)).toBeUndefined()
  })

  it('takes the first of two answers', () => {
    const queue = queueOf(a, b)
    const task = ask(queue, a)
    queue.ask(task, b, 1)
    queue.settle(task, b, deliveryOf(task, b))
    expect(queue.take()?.peer).toBe(b)
    queue.settle(task, a, deliveryOf(task, a))
    expect(queue).toMatchObject({ heldWeight: 0, inFlight: 0, size: 3 })
  })

  it('offers only the body that is needed next when there is no room for others', () => {
    const queue = queueOf(a)
    expect(numberOf(queue.openFor(a, alone, true))).toBe(1)
    ask(queue, a)
    expect(queue.openFor(a, alone, true)).toBeUndefined()
  })

  it('is stuck when no peer is left that can deliver the next body', () => {
    const queue = queueOf(a, b)
    const task = ask(queue, a)
    expect(queue.isStuckWith([b])).toBe(false)
    queue.settle(task, a, undefined)
    expect(queue.isStuckWith([a, b])).toBe(false)
    expect(queue.isStuckWith([a])).toBe(true)
  })
})
