import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Keyring } from '../../../src/server/keys/keyring.ts'
import { openSharedState } from '../../../src/server/sharedState.ts'
import { parseAddress } from '../../../src/sharing/sharedAddress.ts'
import { hasRedis, RedisServer } from '../../fleet/redisServer.ts'
import { startNode, stop } from '../../processes/nodeProcess.ts'
import { TemporaryFolder } from '../../processes/temporaryFolder.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import { anonymousMiB, mainThreadMs } from '../processFigures.ts'
import { call, flood, postOf } from '../rawSockets.ts'
import { warm } from '../target.ts'
import { observe } from '../victim.ts'

/* Limits that several processes share in Redis. */

const number = (value: number): string => Math.round(value).toLocaleString('en-US')

const sharedKeys = 500
const keyFloodMs = 6_000
const openingMs = 5
const keyRate = { unitsPerSecond: 10, burst: 10 }
/** Calls of a body: with one a key spends what it may in a second. */
const batchSize = 10

/** Limits of keys in shared state. */
export const manyKeys: Attack = {
  name: 'keys',
  aim: 'calls with 500 keys of small rates that a fleet shares in Redis; no key may get more than its rate, and nobody else less',
  isAlone: true,
  async run() {
    if (!hasRedis) return { figures: 'no redis-server', violations: [] }
    const redis = await RedisServer.start()
    const folder = new TemporaryFolder()
    const words = ['--network', 'regtest', '--access', 'keys', '--shared', redis.url]
    const nodes = [
      await startNode('--data', folder.at('one'), ...words),
      await startNode('--data', folder.at('two'), ...words),
    ]
    const settings = { address: parseAddress(redis.url), prefix: 'cambium' }
    const shared = await openSharedState(settings, { log: () => {} }, { isServing: false })
    try {
      const keys = await shared.keys.change((store) => {
        const keyring = new Keyring({ keys: store, now: Date.now, random: randomBytes })
        const rates = [undefined, ...new Array<typeof keyRate>(sharedKeys).fill(keyRate)]
        return rates.map((rate) => keyring.create({ label: 'attack', ...(rate && { rate }) }).text)
      })
      // A process learns of new keys within a second.
      await pause(1_500)
      const [ofVictim, ...texts] = keys
      const urls = nodes.map(({ announced }) => announced.networks[0]!.url.replace(/\/$/, ''))
      await Promise.all(urls.map((url) => warm(new KeyClient(`${url}/${ofVictim}`, 1))))
      const victims = await Promise.all(
        nodes.map(({ running }, index) =>
          observe(new KeyClient(`${urls[index]}/${ofVictim}`), running.child.pid ?? 0),
        ),
      )
      const startedAt = performance.now()
      let [answered, refused] = [0, 0]
      const body = `[${new Array(batchSize).fill(call('eth_blockNumber')).join()}]`
      const work = async (text: string, index: number): Promise<void> => {
        const client = new KeyClient(`${urls[index % urls.length]}/${text}`, 1)
        // Connections that are opened at once are another attack.
        await pause(index * openingMs)
        while (performance.now() - startedAt < keyFloodMs) {
          const { status } = await client.post(body).catch(() => ({ status: 0 }))
          if (status === 200) answered += batchSize
          else refused += batchSize
          await pause(20)
        }
        client.close()
      }
      await Promise.all(texts.map(work))
      const seconds = (performance.now() - startedAt) / 1_000
      const reports = await Promise.all(victims.map((victim) => victim.stop()))
      const info = await redis.ask('INFO', 'memory')
      const sharedMiB = Number(/used_memory:(\d+)/.exec(info)?.[1] ?? 0) / (1 << 20)
      // Each process may lease a part of a bucket before it learns what the other has spent.
      const allowed = 1.5 * sharedKeys * (keyRate.burst + seconds * keyRate.unitsPerSecond)
      return {
        figures: `${sharedKeys} keys at two processes: ${number(answered)} calls answered, ${number(refused)} refused, at most ${number(allowed)} may be; shared state ${Math.round(sharedMiB)} MiB`,
        violations: violationsOf({
          'keys get no more than their rates': answered <= allowed,
          'keys are answered': answered > sharedKeys,
          'the shared state is below 100 MiB': sharedMiB < 100,
        }),
        victims: reports,
      }
    } finally {
      await shared.close()
      for (const { running } of nodes) await stop(running, 'SIGKILL')
      await redis.close()
      folder.remove()
    }
  },
}

const addresses = 50_000

/** Limits in shared state: as many owners as a forger of addresses can name. */
export const manyOwners: Attack = {
  name: 'owners',
  aim: 'calls as 50,000 addresses behind a trusted proxy, whose limits a fleet shares in Redis',
  isAlone: true,
  async run() {
    if (!hasRedis) return { figures: 'no redis-server', violations: [] }
    const redis = await RedisServer.start()
    const folder = new TemporaryFolder()
    const { running, announced } = await startNode(
      ...['--data', folder.path, '--network', 'regtest', '--host', '::', '--allow-anonymous'],
      ...['--shared', redis.url, '--trusted-proxies', '127.0.0.0/8', '--trusted-proxies', '::ffff:127.0.0.1'],
    )
    const pid = running.child.pid ?? 0
    const port = Number(new URL(announced.networks[0]!.url).port)
    try {
      const body = call('eth_blockNumber')
      const { pathname } = new URL(announced.networks[0]!.url)
      let at = 0
      let isOver = false
      let busiestMs = 0
      let failures = 0
      const client = new KeyClient(`http://127.0.0.1:${port}${pathname}`, 1)
      const victim = async (): Promise<void> => {
        for (; !isOver; await pause(20)) {
          const before = mainThreadMs(pid)
          const { status } = await client
            .post(body, { 'x-forwarded-for': '203.0.113.9' })
            .catch(() => ({ status: 0 }))
          if (status !== 200) failures++
          busiestMs = Math.max(busiestMs, mainThreadMs(pid) - before)
        }
      }
      const observed = victim()
      while (at < addresses) {
        const some = Array.from({ length: 2_000 }, () => {
          const index = at++
          return postOf(
            pathname,
            body,
            `x-forwarded-for: 10.${index >> 16}.${(index >> 8) & 255}.${index & 255}\r\n`,
          )
        })
        await flood({ port }, { sockets: 4, ms: 150, content: Buffer.from(some.join('')) })
      }
      isOver = true
      await observed
      client.close()
      const mebibytes = anonymousMiB(pid)
      const info = await redis.ask('INFO', 'memory')
      const sharedMiB = Number(/used_memory:(\d+)/.exec(info)?.[1] ?? 0) / (1 << 20)
      return {
        figures: `${number(addresses)} addresses; the main thread worked ${Math.round(busiestMs)} ms in the victim's longest wait, ${Math.round(mebibytes)} MiB, shared state ${Math.round(sharedMiB)} MiB`,
        violations: violationsOf({
          'the victim is answered': failures === 0,
          'the main thread works for 200 ms at most': busiestMs <= 200,
          'the memory is below 640 MiB': mebibytes < 640,
          'the shared state is below 100 MiB': sharedMiB < 100,
        }),
      }
    } finally {
      await stop(running, 'SIGKILL')
      await redis.close()
      folder.remove()
    }
  },
}
