import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { type StartedNode, startNodeWith, stop } from '../processes/nodeProcess.ts'
import { Balancer } from './balancer.ts'
import { freePort } from './freePort.ts'
import { Load } from './load.ts'

const patience = { timeout: 120_000, interval: 50 }
const started = new Set<StartedNode>()
let balancer: Balancer | undefined

beforeAll(buildCambium)
afterAll(removeBuild)
afterEach(async () => {
  balancer?.close()
  await Promise.all([...started].map(({ running }) => stop(running, 'SIGKILL')))
  started.clear()
})

/** The balancer asks ten times a second; a loaded machine may be twenty times slower. */
const drainDelay = ['--limits.drain-delay-ms', '2000']

async function startOn(port: number): Promise<StartedNode> {
  const node = await startNodeWith(['--network', 'regtest', '--port', String(port), ...drainDelay])
  started.add(node)
  return node
}

describe('a rolling restart behind a load balancer', () => {
  it('fails no request', async () => {
    const ports = [await freePort(), await freePort()]
    const nodes = await Promise.all(ports.map(startOn))
    balancer = await Balancer.over(ports)
    await expect.poll(() => balancer?.readyCount, patience).toBe(2)
    const questions = [['eth_blockNumber'], ['eth_call', {}, 'latest'], ['net_version']] as const
    let asked = 0
    const load = new Load(balancer.url, 8, () => questions[asked++ % questions.length]!)
    for (const [index, node] of nodes.entries()) {
      const before = load.answered
      await expect.poll(() => load.answered, patience).toBeGreaterThan(before + 100)
      expect(await stop(node.running)).toBe(0)
      started.delete(node)
      await expect.poll(() => balancer?.readyCount, patience).toBe(1)
      await startOn(ports[index]!)
      await expect.poll(() => balancer?.readyCount, patience).toBe(2)
    }
    await load.stop()
    console.info(`rolling restart of two nodes: ${load.answered} requests, ${load.failures.length} failed`)
    expect([load.failures, balancer.failures]).toEqual([[], 0])
  })

  it('closes WebSockets with 1001, and connections with their answers', async () => {
    const port = await freePort()
    const { running } = await startOn(port)
    const url = `http://127.0.0.1:${port}`
    const socket = new WebSocket(url.replace('http', 'ws'))
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    const ended = stop(running)
    await expect.poll(async () => (await fetch(`${url}/ready`)).status, patience).toBe(503)
    expect((await fetch(`${url}/accepting`)).status).toBe(503)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
    })
    expect(answer.headers.get('connection')).toBe('close')
    expect(await answer.json()).toMatchObject({ result: '0x21' })
    expect(await closed).toBe(1001)
    expect(await ended).toBe(0)
  })
})
