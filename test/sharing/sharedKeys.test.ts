import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { reasonOf } from '../../src/primitives/errors.ts'
import { isDenial, KeyAuthority } from '../../src/server/keys/authority.ts'
import { changeKeyring, describeKeyStore } from '../../src/server/keys/keyStore.cases.ts'
import { SharedKeys, type SharedKeysParts } from '../../src/server/keys/sharedKeys.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { newPrefix, settingsFor, sharingWith } from './sharingWorld.ts'

let redis: RedisServer
beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.close())

async function openKeys(prefix: string, parts: Partial<SharedKeysParts> = {}) {
  const sharing = sharingWith(settingsFor(redis.url, { prefix }))
  const problems: string[] = []
  const clock = { ms: 0 }
  const report = (error: unknown) => problems.push(reasonOf(error))
  const keys = new SharedKeys({ sharing, report, elapsedMs: () => clock.ms, ...parts })
  onTestFinished(() => keys.close())
  await sharing.open()
  await keys.refresh()
  const authority = new KeyAuthority({ keys, now: Date.now })
  const answerTo = (text: string) => {
    const found = authority.identify(text, 'regtest')
    return isDenial(found) ? found : 'accepted'
  }
  return { sharing, keys, problems, clock, answerTo }
}

const hour = 3_600_000
const patience = 10_000
const create = (keys: SharedKeys, label = 'shop') =>
  changeKeyring(keys, (keyring) => keyring.create({ label }))

describe.skipIf(!hasRedis)('shared state', () => {
  describeKeyStore('keys in shared state', async () => {
    const prefix = newPrefix()
    return { keys: (await openKeys(prefix)).keys, other: (await openKeys(prefix)).keys }
  })

  it('notices changes by messages, and by polling when messages are lost', async () => {
    const prefix = newPrefix()
    const writer = await openKeys(prefix)
    const listening = await openKeys(prefix, { refreshEveryMs: hour })
    const { key } = await create(writer.keys)
    await vi.waitFor(() => expect(listening.keys.get(key.id)?.label).toBe('shop'), patience)
    const asking = await openKeys(prefix, { refreshEveryMs: 20 })
    // Changes without a message.
    const name = (part: string): string => `${prefix}:1:{keys}:${part}`
    const record = JSON.stringify({
      id: 'aaaaaaaaaaaa',
      label: 'silent',
      secretHash: '00'.repeat(32),
      createdAt: 1,
    })
    await redis.ask('HSET', name('records'), 'aaaaaaaaaaaa', record)
    await redis.ask('ZADD', name('changes'), '2', 'aaaaaaaaaaaa')
    await redis.ask('INCR', name('version'))
    await vi.waitFor(() => expect(asking.keys.get('aaaaaaaaaaaa')?.label).toBe('silent'), patience)
  })

  it('reads more keys than fit into one reply', async () => {
    const prefix = newPrefix()
    const { keys } = await openKeys(prefix)
    await changeKeyring(keys, (keyring) => {
      for (let count = 0; count < 1_100; count++) keyring.create({ label: `key ${count}` })
    })
    const { keys: other } = await openKeys(prefix)
    expect(other.list()).toHaveLength(1_100)
  })

  it('accepts known keys for a minute after the shared state was seen last, and no others', async () => {
    const prefix = newPrefix()
    const { keys, sharing, clock, answerTo } = await openKeys(prefix)
    const { text } = await create(keys)
    const unknown = `cambium_0123456789ab_${'a'.repeat(43)}`
    sharing.close()
    clock.ms = 59_999
    expect([answerTo(text), answerTo(unknown)]).toEqual(['accepted', 'invalid-key'])
    clock.ms = 60_000
    expect([answerTo(text), answerTo(unknown)]).toEqual(['keys-unavailable', 'keys-unavailable'])
    expect(keys.unavailable).toContain('away')
  })

  it('refuses all keys when the data is gone, until keys are created again', async () => {
    const prefix = newPrefix()
    const { keys, problems, answerTo } = await openKeys(prefix)
    const { text } = await create(keys)
    for (const part of ['records', 'changes', 'origin', 'version'])
      await redis.ask('DEL', `${prefix}:1:{keys}:${part}`)
    await keys.refresh()
    expect([answerTo(text), keys.unavailable]).toEqual([
      'keys-unavailable',
      'the shared state has lost its API keys',
    ])
    expect(problems).toEqual([expect.stringContaining('lost its 1 API keys')])
    const { text: next } = await create(keys, 'again')
    expect([answerTo(text), answerTo(next)]).toEqual(['invalid-key', 'accepted'])
  })

  it('keeps a revocation that a new primary did not get', async () => {
    const prefix = newPrefix()
    const { keys, answerTo } = await openKeys(prefix)
    const { key, text } = await create(keys)
    const name = (part: string): string => `${prefix}:1:{keys}:${part}`
    await redis.ask('COPY', name('records'), name('backup'))
    await changeKeyring(keys, (keyring) => keyring.revoke(key.id))
    await redis.ask('RENAME', name('backup'), name('records'))
    await redis.ask('SET', name('version'), '1')
    await redis.ask('ZADD', name('changes'), '1', key.id)
    await keys.refresh()
    expect(answerTo(text)).toBe('invalid-key')
    const fresh = await openKeys(prefix)
    expect(fresh.answerTo(text)).toBe('accepted')
  })

  it.each([
    ['a record that is no JSON', ['HSET', 'records', 'ID', '{bad'], 'key: is not JSON'],
    [
      'a record of another key',
      ['HSET', 'records', 'ID', `{"id":"other","label":"x","createdAt":1,"secretHash":"${'00'.repeat(32)}"}`],
      'is of another key',
    ],
    [
      'a record with more rights than are known',
      [
        'HSET',
        'records',
        'ID',
        `{"id":"ID","label":"x","createdAt":1,"root":true,"secretHash":"${'00'.repeat(32)}"}`,
      ],
      'key.root: is not known',
    ],
  ])('does not accept a key with %s', async (_, [command, part, , value], problem) => {
    const prefix = newPrefix()
    const { keys, problems, answerTo } = await openKeys(prefix)
    const { key, text } = await create(keys)
    const other = await create(keys, 'other')
    await redis.ask(command!, `${prefix}:1:{keys}:${part}`, key.id, value!.replaceAll('ID', key.id))
    await redis.ask('INCR', `${prefix}:1:{keys}:version`)
    await redis.ask('ZADD', `${prefix}:1:{keys}:changes`, '3', key.id)
    await keys.refresh()
    expect([answerTo(text), answerTo(other.text)]).toEqual(['invalid-key', 'accepted'])
    expect(problems).toEqual([expect.stringContaining(problem)])
  })

  it.each([
    ['records', 'WRONGTYPE'],
    ['version', 'is not a number'],
  ])('trusts no reply when %s have another type', async (part, problem) => {
    const prefix = newPrefix()
    const { keys, clock, answerTo } = await openKeys(prefix, { refreshEveryMs: hour })
    const { key, text } = await create(keys)
    await redis.ask('ZADD', `${prefix}:1:{keys}:changes`, '9', key.id)
    await redis.ask('SET', `${prefix}:1:{keys}:${part}`, 'garbage')
    clock.ms = 60_000
    await expect(keys.refresh()).rejects.toThrow(problem)
    expect(answerTo(text)).toBe('keys-unavailable')
    await expect(create(keys)).rejects.toThrow(problem)
  })
})
