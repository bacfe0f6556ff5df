import { describe, expect, it } from 'vitest'
import { HeldBytes } from '../limits/heldBytes.ts'
import { NotificationQueue } from './notificationQueue.ts'

const kibibyte = 1_024

const openQueues = () => {
  const outgoing = new HeldBytes({ total: 4_096 * kibibyte, perClient: 1_024 * kibibyte })
  const queueOf = (client: string) => new NotificationQueue({ maximum: 2_048 * kibibyte, client, outgoing })
  return { outgoing, queueOf }
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
    // The first 256 KiB of each socket are not counted.
    expect(fill(first)).toBe(1_280)
    expect(fill(second)).toBe(256)
    expect(fill(other)).toBe(1_280)
  })

  it('are given back when they have left or the socket is closed', () => {
    const { outgoing, queueOf } = openQueues()
    const [first, second] = [queueOf('key'), queueOf('key')]
    for (let count = fill(first); count > 0; count--) first.left(kibibyte)
    expect(outgoing.isFullFor('key')).toBe(false)
    fill(second)
    expect(outgoing.isFullFor('key')).toBe(true)
    second.clear()
    expect(outgoing.isFullFor('key')).toBe(false)
  })

  it('of the past wait until the client has read others, but go on over a socket that is read', async () => {
    const { queueOf } = openQueues()
    const [sleeping, reading] = [queueOf('key'), queueOf('key')]
    fill(sleeping)
    await new Promise<void>((resolve) => reading.whenRoom(resolve))
    reading.add(200 * kibibyte)
    let hasRoom = false
    reading.whenRoom(() => {
      hasRoom = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasRoom).toBe(false)
    reading.left(200 * kibibyte)
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasRoom).toBe(true)
  })
})
