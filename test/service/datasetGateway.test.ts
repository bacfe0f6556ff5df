import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cow, openWorld, type RpcWorld } from '../../src/answering/rpcWorld.cases.ts'
import { fleetSecret, openGateway } from '../../src/gateway/gatewayWorld.cases.ts'
import { followChain } from '../../src/library/stream.ts'
import { silentLogger } from '../../src/server/log/logger.cases.ts'
import { hostedNode } from '../../src/server/networks/hostedNode.ts'
import { openServer } from '../../src/server/server.ts'

/** Emits logs until 16 Ki gas are left: some megabytes of text for a block. */
const manyLogs = { data: '0x5b600160006000a15a61400010600057', gas: '0x4c4b40' }

/** A real node that gateways may ask. */
async function serve(world: RpcWorld): Promise<string> {
  const { node, service } = world
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    networks: [hostedNode({ name: 'regtest', node, service, origins: '*' })],
    access: { mode: 'open' },
    fleetSecret,
    logger: silentLogger,
    now: Date.now,
    random: randomBytes,
  })
  onTestFinished(() => server.close())
  return `http://127.0.0.1:${server.address.port}/`
}

describe('a stream through a gateway', () => {
  it('has every log once, over several windows, and follows a reorganisation', async () => {
    const world = await openWorld()
    const emit = () => world.result('eth_sendTransaction', { from: cow, ...manyLogs })
    for (let block = 0; block < 3; block++) await emit()
    const { url } = await openGateway([await serve(world)])
    const options = {
      url: `${url}data`,
      query: { fields: { log: { topics: true } }, logs: [{}] },
      pollMs: 20,
    }
    const counts = new Map<number, number>()
    const undone: number[] = []
    const { chain } = world.node
    let hasLeft = false
    for await (const event of followChain(options)) {
      if (event.type === 'undo') {
        undone.push(event.above)
        for (const number of [...counts.keys()]) if (number > event.above) counts.delete(number)
      } else {
        for (const { header, logs = [] } of event.blocks) {
          expect(counts.has(header.number)).toBe(false)
          counts.set(header.number, logs.length)
        }
      }
      if (event.position.blocks.at(-1)?.number !== chain.head.number) continue
      if (hasLeft && undone.length > 0) break
      if (hasLeft) continue
      hasLeft = true
      chain.rewind(chain.select(1)!.hash)
      await world.result('evm_increaseTime', 100)
      await emit()
      for (let block = 0; block < 4; block++) world.node.local?.mine()
    }
    expect(undone).toEqual([1])
    const logs = await world.result('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    expect(total).toBe(Array.isArray(logs) ? logs.length : 0)
    expect(total).toBeGreaterThan(10_000)
  })

  it('answers with the heads of its node', async () => {
    const world = await openWorld()
    world.node.local?.mine()
    const { url } = await openGateway([await serve(world)])
    const head = await (await fetch(`${url}data/head`)).json()
    expect(head).toMatchObject({ number: 1 })
    expect((await fetch(`${url}data/stream`, { method: 'POST', body: '{"fromBlock":9}' })).status).toBe(204)
  })
})
