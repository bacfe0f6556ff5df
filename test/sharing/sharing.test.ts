import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { script } from '../../src/sharing/sharedScript.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { settingsFor, shareIn, sharingWith } from './sharingWorld.ts'

const echo = script('return ARGV[1]')
const broken = script(`return redis.call('GET', KEYS[1])`)
const patience = 30_000
const password = 'rather+secret/password'

let redis: RedisServer
beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.close())

async function startRedis(...words: string[]): Promise<RedisServer> {
  const server = await RedisServer.start(...words)
  onTestFinished(() => server.close())
  return server
}

describe.skipIf(!hasRedis)('a connection to shared state', () => {
  it('runs scripts, even after the server has forgotten them', async () => {
    const sharing = await shareIn(redis)
    expect(await sharing.run(echo, [], ['once'])).toBe('once')
    await redis.ask('SCRIPT', 'FLUSH')
    expect(await sharing.run(echo, [], ['twice'])).toBe('twice')
    expect(sharing.health()).toMatchObject({ isAway: false, reason: undefined, reconnections: 0 })
  })

  it('continues after a script that the server refuses', async () => {
    const sharing = await shareIn(redis)
    await redis.ask('RPUSH', 'a-list', 'item')
    await expect(sharing.run(broken, ['a-list'])).rejects.toMatchObject({ problem: 'refused' })
    expect(await sharing.run(echo, [], ['still'])).toBe('still')
  })

  it.each([
    ['without a password', '', undefined],
    ['with a wrong one', `:${encodeURIComponent('wrong-one')}@`, undefined],
    ['with a wrong one from a file', '', 'wrong-one'],
  ])('is refused %s, without showing it', async (_, user, given) => {
    const server = await startRedis('--requirepass', password)
    const url = server.url.replace('://', `://${user}`)
    const failed = await sharingWith(settingsFor(url, { password: given }))
      .open()
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({
      problem: 'refused',
      message: expect.stringContaining('refuses the user or the password'),
    })
    expect(String(failed)).not.toContain('wrong-one')
    const right = server.url.replace('://', `://:${encodeURIComponent(password)}@`)
    const sharing = await shareIn({ url: right })
    expect(await sharing.run(echo, [], ['in'])).toBe('in')
  })

  it('refuses data of another format', async () => {
    const settings = settingsFor(redis.url)
    await redis.ask('SET', `${settings.prefix}:format`, '2')
    await expect(sharingWith(settings).open()).rejects.toMatchObject({
      problem: 'format',
      message: expect.stringContaining('format "2", this version reads 1'),
    })
  })

  it('gives up after a timeout when no server answers', async () => {
    const server = await startRedis()
    await server.kill()
    const sharing = sharingWith(settingsFor(server.url, { openTimeoutMs: 100 }))
    await expect(sharing.open()).rejects.toMatchObject({ problem: 'away' })
    await expect(sharing.run(echo, [])).rejects.toMatchObject({ problem: 'away' })
  })

  it('is away while the server is, and reconnects when it is back', async () => {
    const server = await startRedis()
    const events: string[] = []
    const sharing = await shareIn(server, {}, (event) => events.push(event))
    const onBack = vi.fn()
    sharing.onBack(onBack)
    await server.kill()
    await vi.waitFor(() => expect(sharing.isAway).toBe(true), patience)
    await expect(sharing.run(echo, [], ['x'])).rejects.toMatchObject({ problem: 'away' })
    await server.run()
    await vi.waitFor(() => expect(sharing.isAway).toBe(false), patience)
    expect(await sharing.run(echo, [], ['x'])).toBe('x')
    expect([events, onBack.mock.calls.length]).toEqual([['shared-state-away', 'shared-state-back'], 1])
  })

  it('counts a server that does not answer as away', async () => {
    const server = await startRedis()
    const sharing = await shareIn(server, { replyTimeoutMs: 100 })
    server.pause()
    onTestFinished(() => server.resume())
    await expect(sharing.run(echo, [], ['x'])).rejects.toThrow('did not answer within 100 ms')
    expect(sharing.isAway).toBe(true)
    server.resume()
    await vi.waitFor(() => expect(sharing.isAway).toBe(false), patience)
  })

  it('uses the primary among the listed servers, even after a failover', async () => {
    const primary = await startRedis()
    const replica = await startRedis('--replicaof', '127.0.0.1', String(primary.port))
    const channelled: string[] = []
    const sharing = sharingWith(settingsFor(`${replica.url},${primary.url}`))
    sharing.onMessage('news', (message) => channelled.push(message))
    await sharing.open()
    expect(await sharing.run(echo, [], ['primary'])).toBe('primary')
    await primary.kill()
    await vi.waitFor(() => expect(sharing.isAway).toBe(true), patience)
    await replica.ask('REPLICAOF', 'NO', 'ONE')
    await vi.waitFor(() => expect(sharing.isAway).toBe(false), patience)
    expect(await sharing.run(echo, [], ['replica'])).toBe('replica')
    await replica.ask('PUBLISH', 'news', 'heard')
    await vi.waitFor(() => expect(channelled).toEqual(['heard']), patience)
  })

  it('leaves a primary that became a replica', async () => {
    const first = await startRedis()
    const second = await startRedis()
    const sharing = await shareIn({ url: `${first.url},${second.url}` })
    await first.ask('REPLICAOF', '127.0.0.1', String(second.port))
    const write = script(`return redis.call('SET', KEYS[1], 'x')`)
    await expect(sharing.run(write, ['k'])).rejects.toMatchObject({ problem: 'away' })
    await vi.waitFor(() => expect(sharing.isAway).toBe(false), patience)
    expect(await sharing.run(write, ['k'])).toBe('OK')
    expect(await second.ask('GET', 'k')).toContain('x')
  })
})
