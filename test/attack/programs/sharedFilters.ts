import { setTimeout as pause } from 'node:timers/promises'
import { hasRedis, RedisServer } from '../../fleet/redisServer.ts'
import { cambium } from '../../processes/cliProcess.ts'
import { startNode, stop } from '../../processes/nodeProcess.ts'
import { TemporaryFolder } from '../../processes/temporaryFolder.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import { memoryOf } from '../target.ts'
import { observe } from '../victim.ts'

/** More than a client may have. */
const wanted = 1_100
const rounds = 2
/** Filters that are polled at once. */
const polledAtOnce = 300
/** Emits logs with the topic 1 until 16 Ki gas are left. */
const emitting = '0x5b600160006000a15a61400010600057'

/** MiB of data in the shared state. */
async function redisMiB(redis: RedisServer): Promise<number> {
  const text = await redis.ask('INFO', 'memory')
  return Number(/used_memory:(\d+)/.exec(text)?.[1] ?? 0) / (1 << 20)
}

const requestOf = (method: string, ...params: unknown[]): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})

export const sharedFilters: Attack = {
  name: 'filters',
  aim: 'makes as many filters as it can in the shared state of a fleet, and polls hundreds of them at once',
  isAlone: true,
  async run() {
    if (!hasRedis) return { figures: 'no redis-server', violations: [] }
    const redis = await RedisServer.start()
    const folder = new TemporaryFolder()
    const shared = ['--shared', redis.url]
    const { running, announced } = await startNode(
      ...['--data', folder.path, '--network', 'regtest', '--access', 'keys', ...shared],
    )
    const { url, accounts } = announced.networks[0]!
    const clientOf = async (label: string): Promise<KeyClient> => {
      const { output } = await cambium('keys', 'create', '--json', '--label', label, ...shared)
      const { key }: { readonly key: string } = JSON.parse(output)
      return new KeyClient(`${url.replace(/\/$/, '')}/${key}`)
    }
    try {
      const [attacker, honest] = [await clientOf('attacker'), await clientOf('victim')]
      // A process learns of new keys within a second.
      await pause(1_500)
      const victim = await observe(honest, running.child.pid ?? 0)
      const ids: string[] = []
      let refused = 0
      const inBatches = async (
        requests: readonly object[],
      ): Promise<{ result?: unknown; error?: unknown }[]> => {
        const bodies = Array.from({ length: Math.ceil(requests.length / 100) }, (_, index) =>
          requests.slice(100 * index, 100 * (index + 1)),
        )
        const answers = await Promise.all(bodies.map((body) => attacker.post(JSON.stringify(body))))
        return answers.flatMap(({ text }) => JSON.parse(text))
      }
      for (const { result } of await inBatches(
        Array.from({ length: wanted }, () => requestOf('eth_newFilter', {})),
      )) {
        if (typeof result === 'string') ids.push(result)
        else refused++
      }
      let polled = 0
      for (let round = 0; round < rounds; round++) {
        await attacker.ask('eth_sendTransaction', [
          { from: accounts[0]?.address, data: emitting, gas: '0x20000' },
        ])
        const polls = await inBatches(
          ids.slice(0, polledAtOnce).map((id) => requestOf('eth_getFilterChanges', id)),
        )
        polled += polls.filter(({ result }) => Array.isArray(result)).length
        // Ids that a client guesses: no filter has them.
        await inBatches(
          ids.slice(0, 100).map((id) => requestOf('eth_getFilterChanges', `${id.slice(0, -4)}beef`)),
        )
      }
      const report = await victim.stop()
      const [nodeMiB, sharedMiB] = [memoryOf(running), await redisMiB(redis)]
      for (const client of [attacker, honest]) client.close()
      return {
        figures: `${ids.length} filters, ${refused} refused, ${polled} of ${rounds * polledAtOnce} polls answered; ${Math.round(nodeMiB)} MiB with files, shared state ${Math.round(sharedMiB)} MiB`,
        violations: violationsOf({
          'a client has at most 1,000 filters': ids.length <= 1_000,
          'some polls are answered': polled > 0,
          'the shared state is below 100 MiB': sharedMiB < 100,
          'the node lives': running.child.exitCode === null,
        }),
        victims: [report],
      }
    } finally {
      await stop(running, 'SIGKILL')
      await redis.close()
      folder.remove()
    }
  },
}
