import { describe, expect, it } from 'vitest'
import { cow, openWorld } from '../../../answering/rpcWorld.cases.ts'

/** Deploys a contract that adds 1 to its cell 0 and answers the sum, and that reverts when it gets data. */
const initCode = '0x601c600c600039601c6000f3366016576000546001018060005560005260206000f35b60006000fd'

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

describe('eth_callMany', () => {
  it('runs each call on the changes of those before it, and changes nothing', async () => {
    const world = await openWorld()
    const to = await world.deploy(initCode)
    const bundles = [{ transactions: [{ to }, { to }] }, { transactions: [{ to }] }]
    const answers = [[{ value: word(1) }, { value: word(2) }], [{ value: word(3) }]]
    expect(await world.result('eth_callMany', bundles)).toEqual(answers)
    expect(await world.result('eth_callMany', bundles, { blockNumber: 'latest' })).toEqual(answers)
  })

  it('answers an error in the place of a call that fails', async () => {
    const world = await openWorld()
    const to = await world.deploy(initCode)
    const bundles = [{ transactions: [{ to, data: '0x01' }, { to }] }]
    expect(await world.result('eth_callMany', bundles)).toEqual([
      [{ error: expect.stringContaining('revert') }, { value: word(1) }],
    ])
  })

  it('runs before a transaction of a block', async () => {
    const world = await openWorld()
    const to = await world.deploy(initCode)
    await world.result('eth_sendTransaction', { from: cow, to, gas: '0x186a0' })
    const bundles = [{ transactions: [{ to }] }]
    expect(await world.result('eth_callMany', bundles, { blockNumber: '0x2' })).toEqual([
      [{ value: word(2) }],
    ])
    expect(await world.result('eth_callMany', bundles, { blockNumber: '0x2', transactionIndex: 0 })).toEqual([
      [{ value: word(1) }],
    ])
    expect(
      await world.error('eth_callMany', bundles, { blockNumber: '0x2', transactionIndex: 9 }),
    ).toMatchObject({ code: -32602, message: expect.stringContaining('transactionIndex 9') })
  })

  it('uses the values of a block override', async () => {
    const world = await openWorld()
    // NUMBER, stored in memory and answered as deployed code.
    const data = '0x4360005260206000f3'
    const bundles = [{ transactions: [{ data }], blockOverride: { number: '0x63' } }]
    expect(await world.result('eth_callMany', bundles)).toEqual([[{ value: word(0x63) }]])
  })

  it.each([
    [[1]],
    [{ transactions: 5 }],
    [[{ transactions: [7] }]],
    [[{ transactions: [] }], 'latest'],
    [[{ transactions: [] }], { transactionIndex: 'x' }],
  ])('refuses %j', async (...params) => {
    const world = await openWorld()
    expect(await world.error('eth_callMany', ...params)).toMatchObject({ code: -32602 })
    expect(world.reported).toEqual([])
  })
})
