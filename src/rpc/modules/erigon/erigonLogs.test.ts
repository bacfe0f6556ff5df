import { beforeEach, describe, expect, it } from 'vitest'
import { cow, openWorld, type RpcWorld } from '../../../answering/rpcWorld.cases.ts'
import type { Json } from '../../json/json.ts'

const topic = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
/** Emits two logs in each call: with the topics 1 and 2, and with the topics 2 and 3. */
const emitter = '600260015f5fa2600360025f5fa200'.replaceAll('5f', '6000')

interface RpcLog {
  readonly address: string
  readonly blockNumber: string
  readonly blockTimestamp: string
  readonly blockHash: string
  readonly topics: readonly string[]
}

let world: RpcWorld
let contract = ''
let all: readonly RpcLog[] = []
beforeEach(async () => {
  world = await openWorld()
  const length = (emitter.length / 2).toString(16).padStart(2, '0')
  const creation = `0x60${length}600c60003960${length}6000f3${emitter}`
  const hash = await world.text('eth_sendTransaction', { from: cow, data: creation, gas: '0x30d40' })
  const receipt: { contractAddress: string } = Object(await world.result('eth_getTransactionReceipt', hash))
  contract = receipt.contractAddress
  for (let count = 0; count < 6; count++) {
    await world.result('eth_sendTransaction', { from: cow, to: contract, gas: '0x30d40' })
    if (count % 2 === 1) for (let block = 0; block < 3; block++) world.node.local?.mine()
  }
  all = await logsOf('eth_getLogs', { fromBlock: '0x0', address: contract })
  expect(all).toHaveLength(12)
})

const logsOf = async (method: string, ...params: readonly Json[]): Promise<RpcLog[]> =>
  Object(await world.result(method, ...params))
const newest = (logs: readonly RpcLog[]) =>
  logs.map((log) => ({ ...log, timestamp: log.blockTimestamp })).reverse()
const latest = (filter: Json, options?: Json): Promise<RpcLog[]> =>
  logsOf('erigon_getLatestLogs', filter, ...(options === undefined ? [] : [options]))
const refusal = async (filter: Json, options: Json): Promise<string> =>
  Object(await world.respond('erigon_getLatestLogs', filter, options)).error.message

describe('erigon_getLatestLogs', () => {
  it('has the last logs of the whole chain, newest first', async () => {
    expect(await latest({ address: contract })).toEqual(newest(all))
    expect(await latest({ address: contract }, { logCount: 5 })).toEqual(newest(all).slice(0, 5))
    expect(await latest({ address: cow })).toEqual([])
  })

  it('has the logs of the last blocks that have some', async () => {
    expect(await latest({ address: contract }, { blockCount: 2 })).toEqual(newest(all).slice(0, 4))
  })

  it('has those of a range, and of one block', async () => {
    const { blockNumber, blockHash } = all[6]!
    const before = all.filter((log) => Number(log.blockNumber) <= Number(blockNumber))
    expect(await latest({ address: contract, toBlock: blockNumber })).toEqual(newest(before))
    const within = all.filter((log) => log.blockHash === blockHash)
    expect(await latest({ blockHash })).toEqual(newest(within))
    expect(await latest({ blockHash }, { logCount: 1 })).toEqual(newest(within).slice(0, 1))
  })

  it('matches topics at their positions, or at any', async () => {
    const second = all.filter((log) => log.topics[1] === topic(3))
    expect(await latest({ topics: [topic(3)] })).toEqual([])
    expect(await latest({ topics: [topic(3)] }, { ignoreTopicsOrder: true })).toEqual(newest(second))
    expect(await latest({ topics: [topic(2)] }, { ignoreTopicsOrder: true })).toEqual(newest(all))
  })

  it('refuses what it cannot count', async () => {
    expect(await refusal({}, { logCount: 1, blockCount: 1 })).toMatch('exclude each other')
    expect(await refusal({}, { logCount: 10_001 })).toMatch('expected 1 to 10000')
    expect(await refusal({ fromBlock: '0x5', toBlock: '0x4' }, {})).toMatch('greater than toBlock')
  })
})

describe('erigon_getLogsByHash', () => {
  it('has a list for each transaction of the block', async () => {
    const { blockHash } = all[0]!
    const block: { transactions: unknown[] } = Object(
      await world.result('eth_getBlockByHash', blockHash, false),
    )
    const lists = Object(await world.result('erigon_getLogsByHash', blockHash))
    expect(lists).toHaveLength(block.transactions.length)
    expect(lists.flat()).toEqual(await logsOf('eth_getLogs', { blockHash }))
    expect(lists[0]).toHaveLength(2)
  })

  it('is null for an unknown block', async () => {
    expect(await world.result('erigon_getLogsByHash', topic(1))).toBeNull()
  })
})
