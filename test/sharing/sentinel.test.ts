import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { script } from '../../src/sharing/sharedScript.ts'
import { RedisSentinels } from '../fleet/redisSentinels.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { settingsFor, shareIn, sharingWith } from './sharingWorld.ts'

const patience = 120_000
const password = 'rather+secret/password'
const write = script(`return redis.call('SET', KEYS[1], ARGV[1])`)
const read = script(`return redis.call('GET', KEYS[1]) or ''`)

async function started<Value extends { close(): Promise<void> }>(starting: Promise<Value>): Promise<Value> {
  const value = await starting
  onTestFinished(() => value.close())
  return value
}

describe.skipIf(!hasRedis)('shared state that Sentinels watch', () => {
  it('is found, and found again after a failover', async () => {
    const primary = await started(RedisServer.start())
    const replica = await started(RedisServer.start('--replicaof', '127.0.0.1', String(primary.port)))
    const sentinels = await started(RedisSentinels.start(primary))
    const heard: string[] = []
    const sharing = sharingWith(settingsFor(sentinels.url))
    sharing.onMessage('news', (message) => heard.push(message))
    await sharing.open()
    await sharing.run(write, ['name'], ['kept'])
    await vi.waitFor(async () => expect(await replica.ask('GET', 'name')).toContain('kept'), patience)
    await sentinels.ready()
    await primary.kill()
    await vi.waitFor(() => expect(sharing.isAway).toBe(true), patience)
    await vi.waitFor(() => expect(sharing.isAway).toBe(false), patience)
    expect(await sharing.run(read, ['name'])).toBe('kept')
    expect(await replica.ask('ROLE')).toContain('master')
    await replica.ask('PUBLISH', 'news', 'heard')
    await vi.waitFor(() => expect(heard).toEqual(['heard']), patience)
  })

  it('is reached with a password, whether the Sentinels require it too or have none', async () => {
    const primary = await started(RedisServer.start('--requirepass', password))
    const auth = `sentinel auth-pass state ${password}`
    const open = await started(RedisSentinels.start(primary, auth))
    const closed = await started(RedisSentinels.start(primary, auth, `requirepass ${password}`))
    for (const { url } of [open, closed]) {
      const sharing = await shareIn({ url }, { password })
      expect(await sharing.run(write, ['name'], ['in'])).toBe('OK')
    }
    const failed = await sharingWith(settingsFor(closed.url, { password: 'wrong-one' }))
      .open()
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ problem: 'refused' })
    expect(String(failed)).not.toContain('wrong-one')
  })

  it('is not found under another name, or through a server that is not a Sentinel', async () => {
    const primary = await started(RedisServer.start())
    const sentinels = await started(RedisSentinels.start(primary))
    const other = sharingWith(settingsFor(sentinels.url.replace('/state', '/other')))
    await expect(other.open()).rejects.toMatchObject({
      problem: 'address',
      message: expect.stringContaining('watches no primary "other"'),
    })
    const server = sharingWith(settingsFor(`redis+sentinel://127.0.0.1:${primary.port}/state`))
    await expect(server.open()).rejects.toMatchObject({
      problem: 'address',
      message: expect.stringContaining('is not a Sentinel'),
    })
    const cluster = sharingWith(settingsFor(`redis+cluster://127.0.0.1:${primary.port}`))
    await expect(cluster.open()).rejects.toMatchObject({
      problem: 'address',
      message: expect.stringContaining('is not part of a cluster'),
    })
  })
})
