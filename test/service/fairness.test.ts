import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cow, openService, type ServiceWorld } from './serviceWorld.ts'

/* One key sends its heaviest requests; the calls of another are answered meanwhile. bench/fair measures the speed. */

/** JUMPDEST, KECCAK256 of 1 KiB, JUMP to the beginning: runs until its gas is used. */
const hashing = { data: '0x5b61040060002050600056' }
/** JUMPDEST, STATICCALL of the multiplication of bn254, JUMP to the beginning. */
const multiplying = { data: '0x5b604060006060600060075afa50600056' }
/** Emits empty logs until 16 Ki gas are left. */
const emitting = '0x5b60006000a05a61400010600057'

const worst: readonly (readonly [title: string, calls: readonly (readonly [string, ...unknown[]])[]])[] = [
  ['calls of 10 million gas that hash', times(4, ['eth_call', hashing])],
  ['estimates that hash', times(3, ['eth_estimateGas', hashing])],
  ['loops over bn254', times(3, ['eth_call', multiplying])],
  ['all logs', times(4, ['eth_getLogs', { fromBlock: '0x0' }])],
  ['struct-log traces', times(6, ['debug_traceCall', { ...hashing, gas: '0x30d40' }])],
]

function times<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item)
}

describe('while one key sends its heaviest requests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-fairness-'))
  let world: ServiceWorld
  let greedy: string
  let modest: string
  beforeAll(async () => {
    world = await openService({ needsKeys: true, dataFolder: folder, threads: 2 })
    const keyOf = (label: string): string => `/${world.keyring.create({ label }).text}`
    greedy = keyOf('greedy')
    modest = keyOf('modest')
    for (let count = 0; count < 2; count++) {
      const transaction = { from: cow, data: emitting, gas: '0x632ea0' }
      await world.result('eth_sendTransaction', [transaction], greedy)
    }
    // Starts all threads: the test is about the order of calls, not about the start of threads.
    await Promise.all([
      ask(greedy, 'eth_call', hashing),
      ask(greedy, 'eth_call', hashing),
      ask(modest, 'eth_call', hashing),
    ])
  })
  afterAll(async () => {
    await world.close()
    rmSync(folder, { recursive: true })
  })

  const ask = (path: string, method: string, ...params: unknown[]) =>
    world.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), path)

  it.each(worst)(
    '(%s), the light and heavy calls of another key are answered before the last of them',
    async (_, calls) => {
      const order: string[] = []
      const note = (name: string) => (): void => void order.push(name)
      const all = calls.map(([method, ...params]) => ask(greedy, method, ...params).then(note('greedy')))
      await ask(modest, 'eth_blockNumber').then(note('light'))
      await ask(modest, 'eth_call', { ...hashing, gas: '0x186a0' }).then(note('heavy'))
      await Promise.all(all)
      expect(order.indexOf('light')).toBeLessThan(order.lastIndexOf('greedy'))
      expect(order.indexOf('heavy')).toBeLessThan(order.lastIndexOf('greedy'))
    },
  )
})
