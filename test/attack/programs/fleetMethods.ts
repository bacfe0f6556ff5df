import { WebSocket } from 'ws'
import { startNode, stop } from '../../processes/nodeProcess.ts'
import { TemporaryFolder } from '../../processes/temporaryFolder.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import type { Random } from '../random.ts'
import { memoryOf } from '../target.ts'
import { request } from './fuzzedCalls.ts'

/* The methods between processes of a fleet: clients must not reach them, and wrong values get clear errors. */

const secret = 'the-secret-of-a-follower-that-is-attacked'
const ofGateways = ['fleet_status', 'fleet_changesSince', 'fleet_pendingSince']
/** Reads that a node makes in its threads for its own clients. */
const ofThreads = ['eth_filterNews']

const call = (method: string, ...params: unknown[]): object => ({ jsonrpc: '2.0', id: 1, method, params })

/** Nearly right questions: right types with values that no gateway sends. */
function nearlyRight(random: Random, hash: string): object {
  const number = (): unknown =>
    random.pick<unknown>([
      0,
      1,
      '0x0',
      `0x${'f'.repeat(64)}`,
      Number.MAX_SAFE_INTEGER,
      -1,
      1.5,
      '0xfffffffffffff',
    ])
  const block = (): unknown => random.pick([hash, `0x${'0'.repeat(64)}`, hash.slice(0, -1), '0x'])
  const blocks = (): unknown => Array.from({ length: random.pick([0, 1, 64, 65, 1_000, 1_001]) }, block)
  return random.pick([
    call('fleet_status', random.pick<unknown>(['0x', 'x'.repeat(1_000), 7])),
    call(
      'fleet_changesSince',
      blocks(),
      random.pick<unknown>([true, false, 'true']),
      random.pick([true, false]),
    ),
    call('fleet_pendingSince', random.pick<unknown>(['', 'x'.repeat(10_000), 7]), number()),
  ])
}

/** Requests of programs without the secret. Returns how many were not refused. */
async function asStranger(url: string): Promise<number> {
  const client = new KeyClient(url)
  const forged = [
    {},
    { 'x-cambium-fleet': '' },
    { 'x-cambium-fleet': `${secret}x` },
    { 'x-cambium-fleet': secret.slice(0, -1), 'x-cambium-client': 'guest:127.0.0.1' },
    { 'x-cambium-client': 'key:gateway', 'x-cambium-hops': 'x'.repeat(5_000) },
  ]
  const bodies = [...ofGateways, ...ofThreads, 'eth_blockNumber'].map((method) =>
    JSON.stringify(call(method)),
  )
  bodies.push(`[${bodies.join(',')}]`, '{', 'x'.repeat(1 << 20))
  let accepted = 0
  for (const headers of forged) {
    for (const body of bodies) {
      const { status } = await client.post(body, headers).catch(() => ({ status: 401 }))
      if (status !== 401) accepted++
    }
  }
  client.close()
  return accepted + ((await opensWebSocket(url)) ? 1 : 0)
}

function opensWebSocket(url: string): Promise<boolean> {
  const socket = new WebSocket(url.replace('http', 'ws'))
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

interface Answer {
  readonly error?: { readonly code: number }
}

/** Fuzzed questions with the secret, as of a gateway of another version. Returns internal errors. */
async function asGateway(url: string, random: Random, rounds: number): Promise<Set<string>> {
  const client = new KeyClient(url)
  const { result } = await client
    .post(JSON.stringify(call('eth_getBlockByNumber', '0x0', false)), { 'x-cambium-fleet': secret })
    .then(({ text }) => JSON.parse(text) as { readonly result: { readonly hash: string } })
  const faults = new Set<string>()
  const work = async (): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      const body = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? request(random, ofGateways) : nearlyRight(random, result.hash),
      )
      const { text } = await client.post(JSON.stringify(body), { 'x-cambium-fleet': secret })
      const answers: readonly Answer[] = JSON.parse(text)
      const fault = Array.isArray(answers) ? answers.findIndex(({ error }) => error?.code === -32603) : -1
      if (fault >= 0) faults.add(`internal error: ${JSON.stringify(body[fault]).slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  client.close()
  return faults
}

export const fleetMethods: Attack = {
  name: 'internals',
  aim: 'calls the methods between gateways and nodes as a stranger, as a client, and with wrong values as a gateway',
  async run({ target, random, isLong }) {
    const folder = new TemporaryFolder()
    const { running, announced } = await startNode(
      ...['--role', 'follower', '--network', 'regtest', '--data', folder.at('data')],
      ...['--fleet-secret-file', folder.write('secret', secret)],
    )
    const { url } = announced.networks[0]!
    try {
      const accepted = await asStranger(url)
      const rounds = isLong ? 500 : 10
      const faults = await asGateway(url, random, rounds)
      const asClient = await Promise.all(
        [...ofGateways, ...ofThreads].map((name) => target.attacker.ask(name)),
      )
      return {
        figures: `a follower refused strangers 40 times; ${(rounds * 160).toLocaleString('en-US')} wrong questions of a gateway, ${Math.round(memoryOf(running))} MiB`,
        violations: [
          ...[...faults].slice(0, 5),
          ...violationsOf({
            'strangers are refused': accepted === 0,
            'the methods do not exist for clients': asClient.every(({ error }) => error?.code === -32601),
            'the follower lives': running.child.exitCode === null,
          }),
        ],
      }
    } finally {
      await stop(running, 'SIGKILL')
      folder.remove()
    }
  },
}
