import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { changeKeyring, describeKeyStore } from '../../src/server/keys/keyStore.cases.ts'
import { SharedKeys } from '../../src/server/keys/sharedKeys.ts'
import { describeQuotaStore } from '../../src/server/limits/quotaStore.cases.ts'
import { SharedQuotas } from '../../src/server/limits/sharedQuotas.ts'
import { SharedRates } from '../../src/server/limits/sharedRates.ts'
import { SharedUsage } from '../../src/server/usage/sharedUsage.ts'
import { describeUsageStore } from '../../src/server/usage/usageStore.cases.ts'
import { describeFilterStore } from '../../src/service/filters/filterStore.cases.ts'
import { SharedFilters } from '../../src/service/filters/sharedFilters.ts'
import { Presence } from '../../src/sharing/presence.ts'
import { script } from '../../src/sharing/sharedScript.ts'
import type { Sharing } from '../../src/sharing/sharing.ts'
import { freePort } from '../fleet/freePort.ts'
import { idOf, RedisCluster, slotOf } from '../fleet/redisCluster.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { newPrefix, settingsFor, shareIn, sharingWith } from './sharingWorld.ts'

const patience = 120_000
const report = (error: unknown): void => {
  throw error
}
const write = script(`return redis.call('SET', KEYS[1], ARGV[1])`)
const read = script(`return redis.call('GET', KEYS[1]) or ''`)

let cluster: RedisCluster
beforeAll(async () => {
  if (hasRedis) cluster = await RedisCluster.start()
})
afterAll(() => cluster?.close())

const join = (prefix: string): Promise<Sharing> => shareIn(cluster, { prefix })

/** A key for each primary of the cluster. */
const keysOf = (name: string): readonly string[] =>
  [0, 1, 2].map((part) => {
    let number = 0
    while (Math.floor((slotOf(`${name}${number}`) * 3) / 16_384) !== part) number++
    return `${name}${number}`
  })

describe.skipIf(!hasRedis)('a cluster', () => {
  describeKeyStore('keys in a cluster', async () => {
    const settings = settingsFor(cluster.url)
    const open = async () => {
      const sharing = sharingWith(settings)
      // Changes arrive only by messages.
      const keys = new SharedKeys({
        sharing,
        report,
        elapsedMs: () => performance.now(),
        refreshEveryMs: 3_600_000,
      })
      onTestFinished(() => keys.close())
      await sharing.open()
      await keys.refresh()
      return keys
    }
    return { keys: await open(), other: await open() }
  })

  describeQuotaStore('quotas in a cluster', async () => {
    const prefix = newPrefix()
    const open = async () => {
      const quotas = new SharedQuotas({
        sharing: await join(prefix),
        processId: randomUUID(),
        processes: () => 2,
        report,
        sendEveryMs: 3_600_000,
      })
      onTestFinished(() => quotas.close())
      return quotas
    }
    return {
      quotas: await open(),
      async reopen(keyId, day) {
        const next = await open()
        await vi.waitFor(() => expect(next.used(keyId, day, 100)).toBeGreaterThan(0), patience)
        return next
      },
    }
  })

  describeUsageStore('usage in a cluster', async () => {
    const prefix = newPrefix()
    const clock = { ms: Date.UTC(2026, 0, 1) }
    const open = async () => {
      const parts = { sharing: await join(prefix), processId: randomUUID(), now: () => clock.ms, report }
      const usage = new SharedUsage(parts)
      onTestFinished(() => usage.close())
      return usage
    }
    return { clock, usage: await open(), reopen: open }
  })

  describeFilterStore(
    'filters in a cluster',
    async (parts) =>
      new SharedFilters({ sharing: await join(newPrefix()), network: 'regtest', report, ...parts }),
  )

  it('holds rates and the count of processes', async () => {
    const sharing = await join(newPrefix())
    const rates = new SharedRates({
      sharing,
      processes: () => 1,
      report,
      elapsedMs: () => performance.now(),
    })
    onTestFinished(() => rates.close())
    for (let client = 0; client < 20; client++) {
      rates.spend(`client ${client}`, { burst: 10, perSecond: 1 }, 10, performance.now())
    }
    await vi.waitFor(() => expect(rates.leases).toBeGreaterThanOrEqual(20), patience)
    const presence = new Presence(sharing, 'one', report)
    onTestFinished(() => presence.close())
    await presence.refresh()
    expect(presence.processes).toBe(1)
    expect(sharing.isAway).toBe(false)
  })

  it('gives each primary its keys', async () => {
    const sharing = await join(newPrefix())
    const keys = keysOf('spread')
    for (const key of keys) await sharing.run(write, [key], [key])
    for (const [index, key] of keys.entries()) {
      expect(await cluster.primaries[index]!.ask('GET', key)).toContain(key)
      expect(await sharing.run(read, [key])).toBe(key)
    }
  })

  it('answers while a slot is moved and afterwards', async () => {
    const sharing = await join(newPrefix())
    const [key = ''] = keysOf('moved')
    const [from, to] = cluster.primaries as [RedisServer, RedisServer]
    const slot = String(slotOf(key))
    await sharing.run(write, [key], ['before'])
    await to.expect('+OK', 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', await idOf(from))
    await from.expect('+OK', 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', await idOf(to))
    expect(await sharing.run(read, [key])).toBe('before')
    await from.expect('+OK', 'MIGRATE', '127.0.0.1', String(to.port), key, '0', '5000')
    // The command goes to the server that receives the slot.
    expect(await sharing.run(read, [key])).toBe('before')
    expect(await sharing.run(write, [key], ['between'])).toBe('OK')
    for (const server of [to, from, cluster.primaries[2]!]) {
      await server.expect('+OK', 'CLUSTER', 'SETSLOT', slot, 'NODE', await idOf(to))
    }
    expect(await sharing.run(read, [key])).toBe('between')
    const before = sharing.health().failures
    expect(await sharing.run(read, [key])).toBe('between')
    expect(sharing.health()).toMatchObject({ isAway: false, reconnections: 0, failures: before })
  })

  it('is distinguished from a single server', async () => {
    const [{ url }] = cluster.primaries as [RedisServer]
    const asList = sharingWith(settingsFor(url, { openTimeoutMs: 100 }))
    const opened = asList.open().then(async () => {
      for (const key of keysOf('single')) await asList.run(write, [key], ['x'])
    })
    await expect(opened).rejects.toMatchObject({
      problem: 'address',
      message: expect.stringContaining('is part of a cluster: write its address as redis+cluster://'),
    })
  })

  it('is away while a slot has no primary', async () => {
    const words = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())]
    const server = await RedisServer.start(...words)
    onTestFinished(() => server.close())
    await server.expect('+OK', 'CLUSTER', 'ADDSLOTSRANGE', '0', '16382')
    const sharing = sharingWith(settingsFor(`redis+cluster://127.0.0.1:${server.port}`, { openTimeoutMs: 0 }))
    await expect(sharing.open()).rejects.toMatchObject({
      problem: 'away',
      message: expect.stringContaining('no primary for slot 16383'),
    })
  })

  it('continues with the replica of a primary that is killed', async () => {
    const replicated = await RedisCluster.start({ hasReplicas: true })
    onTestFinished(() => replicated.close())
    const events: string[] = []
    const settings = settingsFor(replicated.url)
    const sharing = sharingWith(settings, (event) => events.push(event))
    const keys = new SharedKeys({ sharing, report: () => {}, elapsedMs: () => performance.now() })
    onTestFinished(() => keys.close())
    await sharing.open()
    await keys.refresh()
    const { key } = await changeKeyring(keys, (keyring) => keyring.create({ label: 'kept' }))
    const dead = Math.floor((slotOf('keys') * 3) / 16_384)
    const replica = replicated.replicas[dead]!
    const record = sharing.names.key('keys', 'records')
    await vi.waitFor(async () => {
      const [primaryOffset, replicaOffset] = await Promise.all([
        replicated.primaries[dead]!.ask('INFO', 'replication'),
        replica.ask('INFO', 'replication'),
      ])
      const offset = (text: string) => /(?:master_repl_offset|slave_repl_offset):(\d+)/.exec(text)?.[1]
      expect(offset(replicaOffset)).toBe(offset(primaryOffset))
    }, patience)
    await replicated.primaries[dead]!.kill()
    await vi.waitFor(() => expect(sharing.isAway).toBe(true), patience)
    await vi.waitFor(async () => expect(await replica.ask('ROLE')).toContain('master'), patience)
    await vi.waitFor(() => expect(sharing.isAway).toBe(false), patience)
    expect(events.slice(0, 2)).toEqual(['shared-state-away', 'shared-state-back'])
    expect(await replica.ask('HEXISTS', record, key.id)).toBe(':1\r\n')
    const other = sharingWith(settings)
    const others = new SharedKeys({ sharing: other, report: () => {}, elapsedMs: () => performance.now() })
    onTestFinished(() => others.close())
    await other.open()
    await others.refresh()
    expect(others.get(key.id)?.label).toBe('kept')
    // Messages arrive on the servers that are left.
    const { key: later } = await changeKeyring(others, (keyring) => keyring.create({ label: 'later' }))
    await vi.waitFor(() => expect(keys.get(later.id)?.label).toBe('later'), patience)
  })
})
