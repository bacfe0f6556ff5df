import { describe, expect, it } from 'vitest'
import { Holdings } from '../../primitives/bounds/holdings.ts'
import { NotificationQueue } from './notificationQueue.ts'

const kibibyte = 1_024

const openQueues = () => {
  const unread = new Holdings({ total: 4_096 * kibibyte, perOwner: () => 1_024 * kibibyte })
  const queueOf = (client: string) =>
    new NotificationQueue({ maximum: 2_048 * kibibyte, client, unread, cutOff: () => {} })
  return { unread, queueOf }
}

/** Adds a kibibyte again and again until it is refused. Returns the number of kibibytes. */
function fill(queue: NotificationQueue): number {
  let added = 0
  while (added < 10_000 && queue.add(kibibyte)) added++
  return added
}

describe('unread notifications', () => {
  it('are bounded for all sockets of a client together', () => {
    const { queueOf } = openQueues()
    const [first, second, other] = [queueOf('key'), queueOf('key'), queueOf('other')]
    expect(fill(first)).toBe(1_024)
    expect(fill(second)).toBe(0)
    expect(fill(other)).toBe(1_024)
  })

  it('are given back when they have left or the socket is closed', () => {
    const { unread, queueOf } = openQueues()
    const [first, second] = [queueOf('key'), queueOf('key')]
    for (let count = fill(first); count > 0; count--) first.left(kibibyte)
    expect(unread.isFullFor('key')).toBe(false)
    fill(second)
    expect(unread.isFullFor('key')).toBe(true)
    second.clear()
    expect(unread.isFullFor('key')).toBe(false)
  })
})
