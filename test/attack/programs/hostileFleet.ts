import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Hostility, hostilities } from '../../../src/gateway/hostileNode.cases.ts'
import { type Attack, type AttackContext, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import { configuredMiB, openHostileFleet } from '../target.ts'
import { observe, type VictimReport } from '../victim.ts'
import { hostileFrames, hostileHttp } from './hostileFraming.ts'
import { mixedLoad } from './mixedLoad.ts'
import { heavySubscriptions } from './subscriptions.ts'
import { pipelinedFrames, unreadAnswers } from './unreadAnswers.ts'

type GatewayTarget = Awaited<ReturnType<typeof openHostileFleet>>

/** Maximum wait for answers; a node that stops in its answer would keep this program waiting for longer. */
const maximumWaitMs = 2_500

const balance = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [`0x${'1'.repeat(40)}`, 'latest'] }

/** Requests of strangers that claim to come from a gateway, and of clients for the methods of gateways. */
async function forgedRequests({ attacker, port }: GatewayTarget): Promise<string[]> {
  const stranger = new KeyClient(`http://127.0.0.1:${port}/`)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'fleet_status', params: [] })
  const forged = [
    {},
    { 'x-cambium-fleet': '' },
    { 'x-cambium-fleet': 'guessed' },
    { 'x-cambium-fleet': 'guessed', 'x-cambium-client': 'key:victim' },
    { 'x-cambium-client': 'key:victim', 'x-cambium-errors': 'ethereum' },
  ]
  const statuses = await Promise.all(forged.map((headers) => stranger.post(body, headers)))
  stranger.close()
  const { error } = await attacker.ask('fleet_status')
  return violationsOf({
    'forged headers of gateways are refused': statuses.every(({ status }) => status === 401),
    'methods of gateways do not exist for clients': error?.code === -32601,
  })
}

/** Reads through the gateway while one of its two nodes is hostile, and leaves after a while. Returns MiB of the gateway. */
async function readPast(
  { attacker, hostile, memoryMiB }: GatewayTarget,
  hostility: Hostility,
): Promise<number> {
  hostile.hostility = hostility
  const client = new KeyClient(attacker.url.href)
  const singles = hostility === 'answers endlessly' ? 3 : 30
  const bodies = [...new Array(singles).fill(balance), [balance, balance], [balance, balance]]
  const asked = bodies.map((body) => client.post(JSON.stringify(body)).catch(() => undefined))
  await Promise.race([Promise.all(asked), pause(maximumWaitMs)])
  const memory = memoryMiB()
  client.close()
  return memory
}

/** How long subscribers follow a chain that a hostile node tells about. */
const followedMs = 1_200

/**
 * Follows heads, logs and pending transactions through the gateway, also continued ones, while a hostile node tells that it has
 * the best block. Returns the most MiB of the gateway, and whether heads of the other node are told afterwards.
 */
async function followPast({
  attacker,
  account,
  hostile,
  memoryMiB,
}: GatewayTarget): Promise<[number, boolean]> {
  const known = hostile.head
  const socket = new WebSocket(attacker.url.href.replace('http', 'ws'))
  const heads: string[] = []
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const { params } = JSON.parse(String(data))
    if (typeof params?.result?.number === 'string') heads.push(params.result.number)
  })
  await once(socket, 'open')
  const after = { number: '0x0', hash: known.hash }
  const wanted = [
    ['newHeads'],
    ['logs', {}],
    ['newPendingTransactions'],
    ['logs', { after }],
    ['newHeads', { after }],
  ]
  let maximumMiB = 0
  hostile.isHostileToGateways = true
  for (const [index, hostility] of (Object.keys(hostilities) as Hostility[]).entries()) {
    hostile.hostility = hostility
    hostile.head = { number: 1_000 * (index + 1), hash: `0x${(index + 1).toString(16).padStart(64, '0')}` }
    for (const params of wanted)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }))
    for (const endMs = performance.now() + followedMs; performance.now() < endMs; await pause(50))
      maximumMiB = Math.max(maximumMiB, memoryMiB())
  }
  hostile.isHostileToGateways = false
  hostile.head = known
  const honest = new KeyClient(attacker.url.href)
  const endMs = performance.now() + 20_000
  for (const told = heads.length; heads.length === told && performance.now() < endMs; await pause(200)) {
    await honest.ask('eth_sendTransaction', [{ from: account, to: account }]).catch(() => {})
  }
  honest.close()
  socket.terminate()
  return [maximumMiB, performance.now() < endMs]
}

/** Attacks of clients that a gateway must withstand as a node does. */
const clientAttacks: readonly Attack[] = [
  unreadAnswers,
  pipelinedFrames,
  heavySubscriptions,
  hostileHttp,
  hostileFrames,
  mixedLoad,
]

/** Returns the most MiB of the gateway, and whether it follows the chain of the other node at last. */
async function attackAsNode(target: GatewayTarget): Promise<[number, boolean]> {
  let [maximumMiB, isFollowing] = await followPast(target)
  for (const hostility of Object.keys(hostilities) as Hostility[]) {
    maximumMiB = Math.max(maximumMiB, await readPast(target, hostility))
  }
  target.hostile.close()
  return [maximumMiB, isFollowing]
}

async function attackAsClient(
  context: AttackContext,
  target: GatewayTarget,
): Promise<{ readonly violations: string[]; readonly report: VictimReport }> {
  const victim = await observe(target.victim, target.pid)
  const violations: string[] = []
  for (const { name, run } of clientAttacks) {
    if (context.isOver() || !target.isAlive) break
    const outcome = await run({ ...context, target })
    violations.push(...outcome.violations.map((violation) => `${name}: ${violation}`))
  }
  return { violations, report: await victim.stop() }
}

export const hostileFleet: Attack = {
  name: 'fleet',
  aim: 'puts a hostile node behind a gateway, forges the headers of gateways, and attacks the gateway as a client',
  isAlone: true,
  async run(context) {
    const target = await openHostileFleet()
    try {
      const forged = await forgedRequests(target)
      const [asNode, isFollowing] = await attackAsNode(target)
      const { violations, report } = await attackAsClient(context, target)
      return {
        figures: `5 forged headers; ${target.hostile.asked} requests to a node with ${Object.keys(hostilities).length} faults, ${Math.round(asNode)} MiB; then ${clientAttacks.map(({ name }) => name).join(', ')}`,
        violations: [
          ...forged,
          ...violations,
          ...violationsOf({
            'the gateway lives': target.isAlive,
            'subscribers are told what the other node tells': isFollowing,
            'the memory is within its setting and a quarter': asNode < 1.25 * configuredMiB,
          }),
        ],
        victims: [report],
      }
    } finally {
      target.hostile.close()
      await target.stop()
    }
  },
}
