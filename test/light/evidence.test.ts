import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { methods } from '../../src/rpc/modules/methods.ts'
import { goldenBlocks } from '../golden/goldenCases.ts'
import { Comparison } from './comparison.ts'

/* What an answer rests on: nothing proves that a hash does not exist, so only an endpoint says so. */

let comparison: Comparison
beforeAll(async () => {
  comparison = await Comparison.over(goldenBlocks().slice(0, 30))
})
afterAll(() => comparison.close())

const unknown = `0x${'ab'.repeat(32)}`
const account = `0x${'11'.repeat(20)}`

/** The other parameters of methods that need them. */
const others: Readonly<Record<string, readonly unknown[]>> = {
  trace_replayTransaction: [['trace']],
  eth_getBlockByHash: [false],
  trace_get: [['0x0']],
  rsk_getTransactionReceiptNodesByHash: [unknown],
}

const byHash = methods.flatMap(({ name, light, asks, params }) => {
  const isByHash = typeof asks === 'object' && (asks.by === 'transaction-hash' || asks.by === 'block-hash')
  if (!isByHash || light === 'refused') return []
  return [[name, [unknown, ...(others[name] ?? (params.length > 1 ? ['0x0'] : []))]] as const]
})

describe('an answer about an unknown hash is marked as an endpoint’s', () => {
  it.each([
    ...byHash,
    ['eth_getBalance', [account, unknown]],
    ['eth_getBalance', [account, { blockHash: unknown }]],
    ['eth_call', [{ to: account }, { blockHash: unknown }]],
    ['eth_getLogs', [{ blockHash: unknown }]],
  ] as const)('%s %j', async (method, params) => {
    const { result = null, error, verified } = await comparison.light.answer(method, params)
    expect(result).toBeNull()
    if (error !== undefined)
      expect(error).toMatchObject({ message: expect.stringMatching(/not found|no such block/) })
    expect(verified).toBe('endpoint')
  })
})

it('so is an error in the words of Ethereum', async () => {
  const params = [{ to: account }, { blockHash: unknown }]
  expect(await comparison.light.answer('eth_call', params, 'ethereum')).toEqual({
    error: { code: -32000, message: expect.stringContaining('header not found') },
    verified: 'endpoint',
  })
})

it('a refusal that follows from proved values is proved', async () => {
  const call = { from: account, to: account, value: '0x1' }
  expect(await comparison.light.answer('eth_estimateGas', [call])).toMatchObject({ verified: 'proof' })
})
