import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SharedCursors } from '../../src/sharing/sharedCursors.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { newPrefix, shareIn } from './sharingWorld.ts'

let redis: RedisServer
beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.close())

describe.skipIf(!hasRedis)('cursors of subscriptions in shared state', () => {
  it('go on in another process, for their own client only', async () => {
    const prefix = newPrefix()
    const one = new SharedCursors(await shareIn(redis, { prefix }), 'regtest')
    const other = new SharedCursors(await shareIn(redis, { prefix }), 'regtest')
    await one.put('alice', 'a1', 'block 5')
    expect(await other.get('alice', 'a1')).toEqual({ cursor: 'block 5', version: 1 })
    expect([await other.get('bob', 'a1'), await other.get('alice', 'a2')]).toEqual([undefined, undefined])
    expect(await other.advance('alice', 'a1', 1, 'block 6')).toBe(true)
    expect([
      await one.advance('alice', 'a1', 1, 'block 7'),
      await one.advance('bob', 'a1', 2, 'block 7'),
      await one.advance('alice', 'a2', 1, 'block 7'),
    ]).toEqual([false, false, false])
    expect(await one.get('alice', 'a1')).toEqual({ cursor: 'block 6', version: 2 })
    await other.delete('bob', 'a1')
    expect(await one.get('alice', 'a1')).toBeDefined()
    await other.delete('alice', 'a1')
    expect(await one.get('alice', 'a1')).toBeUndefined()
    await expect(one.put('alice', 'a1', 'x'.repeat(10_000))).rejects.toThrow('more than 8192')
  })

  it('expire', async () => {
    const sharing = await shareIn(redis)
    const cursors = new SharedCursors(sharing, 'regtest', 60_000)
    await cursors.put('alice', 'a1', 'block 5')
    const left = await redis.ask('PTTL', sharing.names.key('cursor:regtest:a1', 'state'))
    expect(Number(left.slice(1))).toBeGreaterThan(0)
  })
})
