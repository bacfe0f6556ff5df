import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cow, cow1, openWorld, RpcWorld } from '../../answering/rpcWorld.cases.ts'
import { assemble, deployer } from '../../evm/assembler.cases.ts'
import type { NodeOptions } from '../../node/nodeOptions.ts'
import { toHex } from '../../primitives/hex.ts'

const topic = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const notFound = { code: -32000, message: 'filter not found' }

describe('a filter of a node with a folder', () => {
  let dataFolder: string
  const clock = { ms: 0 }
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'cambium-filters-'))
    clock.ms = Date.now()
  })
  afterEach(() => rmSync(dataFolder, { recursive: true }))

  const open = (options: NodeOptions = {}): Promise<RpcWorld> =>
    openWorld({ now: () => clock.ms, node: { dataFolder, flush: 'none', ...options } })

  async function restart(world: RpcWorld, options?: NodeOptions): Promise<RpcWorld> {
    world.close()
    return open(options)
  }

  const deploy = async (world: RpcWorld): Promise<string> => {
    const data = toHex(deployer(assemble('0 CALLDATALOAD 0 0 LOG1')))
    const hash = await world.text('eth_sendTransaction', { from: cow, data, gas: '0x100000' })
    return String(Object(await world.result('eth_getTransactionReceipt', hash)).contractAddress)
  }
  const log = (world: RpcWorld, contract: string, number: number): Promise<string> =>
    world.text('eth_sendTransaction', { from: cow, to: contract, data: topic(number) })

  it('for logs continues after the restart and delivers no log twice', async () => {
    const world = await open()
    const contract = await deploy(world)
    const id = await world.text('eth_newFilter', { address: contract, topics: [[topic(1), topic(3)]] })
    await log(world, contract, 1)
    expect(await world.result('eth_getFilterChanges', id)).toMatchObject([{ topics: [topic(1)] }])
    await log(world, contract, 3)
    const restarted = await restart(world)
    await log(restarted, contract, 2)
    await log(restarted, contract, 1)
    expect(await restarted.result('eth_getFilterChanges', id)).toMatchObject([
      { topics: [topic(3)], removed: false },
      { topics: [topic(1)], removed: false },
    ])
    const again = await restart(restarted)
    expect(await again.result('eth_getFilterChanges', id)).toEqual([])
    expect(await again.result('eth_uninstallFilter', id)).toBe(true)
    expect(await (await restart(again)).error('eth_getFilterChanges', id)).toEqual(notFound)
  })

  it('delivers the logs that reorganisations removed before and after the restart', async () => {
    const world = await open()
    const contract = await deploy(world)
    const logs = await world.text('eth_newFilter', { address: contract })
    const blocks = await world.text('eth_newBlockFilter')
    const snapshot = await world.text('evm_snapshot')
    await log(world, contract, 1)
    await log(world, contract, 2)
    expect(await world.result('eth_getFilterChanges', logs)).toHaveLength(2)
    expect(await world.result('eth_getFilterChanges', blocks)).toHaveLength(2)
    await world.result('evm_revert', snapshot)
    await log(world, contract, 3)
    const restarted = await restart(world)
    expect(await restarted.result('eth_getFilterChanges', logs)).toMatchObject([
      { topics: [topic(2)], removed: true },
      { topics: [topic(1)], removed: true },
      { topics: [topic(3)], removed: false },
    ])
    expect(await restarted.result('eth_getFilterChanges', blocks)).toEqual([
      toHex(restarted.node.chain.head.hash),
    ])
    await restarted.result('evm_reset')
    const again = await restart(restarted)
    expect(await again.result('eth_getFilterChanges', logs)).toMatchObject([
      { topics: [topic(3)], removed: true },
    ])
  })

  it('for pending transactions delivers all that are or were pending since the restart', async () => {
    const onRequest = { mining: { kind: 'manual' } } as const
    const world = await open(onRequest)
    const id = await world.text('eth_newPendingTransactionFilter')
    const kept = await world.text('eth_sendTransaction', { from: cow, to: cow1, value: '0x1' })
    expect(await world.result('eth_getFilterChanges', id)).toEqual([kept])
    const restarted = await restart(world, onRequest)
    const young = await restarted.text('eth_newPendingTransactionFilter')
    const mined = await restarted.text('eth_sendTransaction', { from: cow1, to: cow, value: '0x1' })
    await restarted.result('evm_mine')
    expect(await restarted.result('eth_getFilterChanges', id)).toEqual([kept, mined])
    expect(await restarted.result('eth_getFilterChanges', id)).toEqual([])
    expect(await restarted.result('eth_getFilterChanges', young)).toEqual([mined])
  })

  it('expires while the node is down', async () => {
    const world = await open()
    const [first, second] = [await world.text('eth_newBlockFilter'), await world.text('eth_newBlockFilter')]
    clock.ms += 200_000
    expect(await world.result('eth_getFilterChanges', second)).toEqual([])
    world.close()
    clock.ms += 100_000
    const restarted = await open()
    expect(await restarted.error('eth_getFilterChanges', first)).toEqual(notFound)
    expect(await restarted.result('eth_getFilterChanges', second)).toEqual([])
  })

  it('counts against its client after the restart too', async () => {
    const world = await open()
    for (let count = 0; count < 1_000; count++) await world.text('eth_newBlockFilter')
    const restarted = await restart(world)
    const refused = { code: -32005, message: 'limit exceeded', data: 'filters' }
    expect(await restarted.error('eth_newBlockFilter')).toEqual(refused)
    clock.ms += 300_000
    expect(await restarted.text('eth_newBlockFilter')).toMatch(/^0x/)
  })

  it('is answered by any service over the folder', async () => {
    const world = await open()
    const id = await world.text('eth_newBlockFilter')
    const other = new RpcWorld(world.node, { now: () => clock.ms })
    await world.result('evm_mine')
    expect(await other.result('eth_getFilterChanges', id)).toEqual([toHex(world.node.chain.head.hash)])
    // Other services see its progress once it is saved.
    other.service.close()
    expect(await world.result('eth_getFilterChanges', id)).toEqual([])
    const stranger = { jsonrpc: '2.0', id: 1, method: 'eth_getFilterChanges', params: [id] }
    expect(await world.service.envelope.handle(stranger, { name: 'bob' })).toMatchObject({ error: notFound })
  })
})
