import { setTimeout as pause } from 'node:timers/promises'
import { hasRedis, RedisServer } from '../../fleet/redisServer.ts'
import { cambium } from '../../processes/cliProcess.ts'
import { ask, type StartedNode, startNode, stop } from '../../processes/nodeProcess.ts'
import { TemporaryFolder } from '../../processes/temporaryFolder.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import { memoryOf } from '../target.ts'

/* Another program writes to the shared state of a fleet. What it damages may be lost; the processes serve on. */

/** What happens to a key `k` with a value of the type `t`, in the server's own language. */
const damages: Readonly<Record<string, string>> = {
  'random bytes': `redis.call('SET', k, '\\255\\0\\192\\128{["')`,
  'an empty text': `redis.call('SET', k, '')`,
  'another type': `redis.call('DEL', k); redis.call(t == 'list' and 'SADD' or 'RPUSH', k, '{')`,
  'fields that are not what they should be': `
    if t == 'hash' then
      for i, f in ipairs(redis.call('HKEYS', k)) do if i < 20 then redis.call('HSET', k, f, '{"a":[') end end
      redis.call('HSET', k, 'zz', '1e999')
    end`,
  'numbers beyond everything': `
    if t == 'hash' then
      for i, f in ipairs(redis.call('HKEYS', k)) do if i < 20 then redis.call('HSET', k, f, '-1e308') end end
    else redis.call('SET', k, string.rep('9', 400)) end`,
  '20 MB': `long = long or string.rep(string.rep('[', 1024), 20480); redis.call('SET', k, long)`,
}

/** Damages all values and returns their number. */
async function damage(server: RedisServer, how: string): Promise<number> {
  const script = `local n, long = 0, nil
    for _, k in ipairs(redis.call('KEYS', '*')) do
      local t = redis.call('TYPE', k).ok
      ${how}
      n = n + 1
    end
    return n`
  const answer = await server.ask('EVAL', script, '0')
  if (!answer.startsWith(':')) throw new Error(`the server answers ${answer}`)
  return Number.parseInt(answer.slice(1), 10)
}

const urlOf = ({ announced }: StartedNode): string => announced.networks[0]!.url.replace(/\/$/, '')

export const damagedState: Attack = {
  name: 'state',
  aim: 'damages each value in the shared state of a fleet, while clients use it',
  isAlone: true,
  isMostlyWaiting: true,
  async run() {
    if (!hasRedis) return { figures: 'no redis-server', violations: [] }
    const server = await RedisServer.start()
    const folder = new TemporaryFolder()
    const shared = ['--shared', server.url]
    const wrong: string[] = []
    let damaged = 0
    let maximumMiB = 0
    const node = await startNode(
      ...['--data', folder.path, '--network', 'regtest', '--access', 'keys', ...shared],
    )
    const { child } = node.running
    const createKey = async (): Promise<string> => {
      const { output } = await cambium('keys', 'create', '--json', '--label', 'x', ...shared)
      return (JSON.parse(output) as { readonly key: string }).key
    }
    try {
      for (const [name, how] of Object.entries(damages)) {
        const client = new KeyClient(`${urlOf(node)}/${await createKey()}`)
        // A process learns of new keys within a second.
        for (let waited = 0; waited < 30 && (await client.ask('eth_blockNumber')).status !== 200; waited++)
          await pause(100)
        const { result: filter } = await client.ask('eth_newBlockFilter')
        await client.ask('eth_newFilter', [{ address: `0x${'11'.repeat(20)}` }])
        await client.ask('eth_newPendingTransactionFilter')
        for (let call = 0; call < 20; call++)
          await client.ask('eth_getBalance', [`0x${'11'.repeat(20)}`, 'latest'])
        // Spending is shared once a second.
        await pause(1_200)
        damaged += await damage(server, how)
        const endMs = performance.now() + 2_500
        while (performance.now() < endMs && child.exitCode === null) {
          for (const [method, ...params] of [
            ['eth_blockNumber'],
            ['eth_getFilterChanges', filter],
            ['eth_getFilterLogs', filter],
            ['eth_newBlockFilter'],
            ['eth_uninstallFilter', filter],
          ] as [string, ...unknown[]][]) {
            const startedAtMs = performance.now()
            const answer = await client.ask(method, params).catch((error: unknown) => ({
              status: String(error),
              error: { code: -32603, message: String(error) },
            }))
            const ms = performance.now() - startedAtMs
            if (ms > 3_000 || answer.error?.code === -32603) {
              wrong.push(
                `${name}: ${method} after ${Math.round(ms)} ms: ${JSON.stringify(answer).slice(0, 200)}`,
              )
            }
          }
          maximumMiB = Math.max(maximumMiB, memoryOf(node.running))
          await pause(100)
        }
        client.close()
        // What was damaged does not come back by itself; the next round begins without it.
        await server.ask('FLUSHALL')
      }
      const { status } = await ask(
        `${urlOf(node)}/${await createKey().catch(() => 'none')}`,
        'eth_blockNumber',
      )
      return {
        figures: `${damaged} values damaged in ${Object.keys(damages).length} ways; ${Math.round(maximumMiB)} MiB`,
        violations: [
          ...new Set(wrong),
          ...violationsOf({
            'the node lives': child.exitCode === null,
            'a new key is served afterwards': status === 200 || status === 401,
            'the memory is below 1,000 MiB': maximumMiB < 1_000,
          }),
        ],
      }
    } finally {
      await stop(node.running, 'SIGKILL')
      await server.close()
      folder.remove()
    }
  },
}
