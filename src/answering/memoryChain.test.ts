import { describe, expect, it } from 'vitest'
import type { Json } from '../rpc/json/json.ts'
import { cow, openWorld } from './rpcWorld.cases.ts'

/** JUMPDEST, KECCAK256 of 1 KiB, JUMP to the beginning: runs until its gas is used. */
const hashing = { data: '0x5b61040060002050600056', gas: '0x2dc6c0' }
/** Emits empty logs until 16 Ki gas are left. */
const emitting = { data: '0x5b60006000a05a61400010600057', gas: '0x5b8d80' }

const logsOf = (answer: Json) => answer as readonly { readonly [member: string]: Json }[]

/** The reads are heavy even on a fast machine, and must not time out on a busy one. */
const callTimeoutMs = 120_000

describe('a heavy read of a chain in memory', () => {
  it('lets light calls pass, and is answered and logged as in the main thread', async () => {
    const lines: string[] = []
    const onLine = (line: string): void => void lines.push(line)
    const world = await openWorld({ node: { callLog: { onLine, isVerbose: false } }, callTimeoutMs })
    const order: string[] = []
    const heavy = world.error('eth_call', hashing).finally(() => order.push('heavy'))
    await world.result('eth_blockNumber').finally(() => order.push('light'))
    expect(await heavy).toMatchObject({ code: -32015 })
    expect(order).toEqual(['light', 'heavy'])
    expect(lines).toEqual([
      expect.stringMatching(/^eth_call: 0x0000…0000 creates a contract: 3,000,000 gas, failed: /),
    ])
    expect(world.reported).toEqual([])
  })

  it('is answered for one chain while blocks leave it', async () => {
    const world = await openWorld({ callTimeoutMs })
    const filter = await world.text('eth_newFilter', {})
    await world.result('eth_sendTransaction', { from: cow, ...emitting })
    const before = await world.result('eth_getLogs', { fromBlock: '0x0' })
    // The news of a filter are searched like logs, and delivered once.
    expect(await world.result('eth_getFilterChanges', filter)).toEqual(before)
    expect(await world.result('eth_getFilterChanges', filter)).toEqual([])
    const during = world.result('eth_getLogs', { fromBlock: '0x0' })
    await world.result('evm_reset')
    expect([before, []]).toContainEqual(await during)
    expect(await world.result('eth_getLogs', { fromBlock: '0x0' })).toEqual([])
    expect(world.reported).toEqual([])
  })

  it('finds the logs that a reorganisation removed, while light calls pass', async () => {
    const world = await openWorld({ callTimeoutMs, tryUnits: 0 })
    const snapshot = await world.text('evm_snapshot')
    const filter = await world.text('eth_newFilter', {})
    for (let block = 0; block < 2; block++) {
      await world.result('eth_sendTransaction', { from: cow, ...emitting, gas: '0x100000' })
    }
    const delivered = logsOf(await world.result('eth_getFilterChanges', filter))
    expect(await world.result('evm_revert', snapshot)).toBe(true)
    await world.result('eth_sendTransaction', { from: cow, ...emitting, gas: '0x20000' })
    const order: string[] = []
    const heavy = world.result('eth_getFilterChanges', filter).finally(() => order.push('heavy'))
    await world.result('eth_blockNumber').finally(() => order.push('light'))
    const added = logsOf(await world.result('eth_getLogs', { fromBlock: '0x0' }))
    const oldest = delivered.filter(({ blockNumber }) => blockNumber === '0x1')
    const newest = delivered.filter(({ blockNumber }) => blockNumber === '0x2')
    const removed = [...newest, ...oldest].map((log) => ({ ...log, removed: true }))
    expect(await heavy).toEqual([...removed, ...added])
    expect(order[0]).toBe('light')
    expect(await world.result('eth_getFilterChanges', filter)).toEqual([])
    expect(world.reported).toEqual([])
  })
})
