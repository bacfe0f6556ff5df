import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creationCode, eventTopic, openSampleChain, word } from './sampleChain.ts'
import { cow, type Receipt, type ServiceWorld } from './serviceWorld.ts'

/* Logs and filters: the log filter object, topic matching, the states of a filter, events and limits. */

let world: ServiceWorld
let contract: string
let other: string
let logging: Receipt
/** Blocks 4 and 5: an event of another contract, and one more of the first. */
beforeAll(async () => {
  const sample = await openSampleChain()
  world = sample.world
  contract = sample.contract
  logging = sample.logging
  other = (await world.transact({ data: creationCode })).contractAddress
  await world.transact({ to: other, data: word(8) })
  await world.transact({ to: contract, data: word(9) })
})
afterAll(() => world.close())

interface Log {
  readonly topics: readonly string[]
}

/** The second topics of the logs found: 7, 8 and 9. */
async function found(filter: object): Promise<number[]> {
  const logs = await world.result<Log[]>('eth_getLogs', [filter])
  return logs.map(({ topics }) => Number(topics[1]))
}

const whole = { fromBlock: 'earliest', toBlock: 'latest' }

describe('a log filter object', () => {
  it('has the latest block as its default range', async () => {
    expect(await found({})).toEqual([9])
    expect(await found({ toBlock: 'latest' })).toEqual([9])
  })

  it('accepts fromBlock and toBlock as numbers and tags', async () => {
    expect(await found({ fromBlock: '0x2' })).toEqual([7, 8, 9])
    expect(await found({ fromBlock: '0x2', toBlock: '0x4' })).toEqual([7])
    expect(await found(whole)).toEqual([7, 8, 9])
  })

  it('accepts one address or several', async () => {
    expect(await found({ ...whole, address: other })).toEqual([8])
    expect(await found({ ...whole, address: [contract, other] })).toEqual([7, 8, 9])
    expect(await found({ ...whole, address: cow })).toEqual([])
  })

  it('accepts a blockHash instead of a range', async () => {
    expect(await found({ blockHash: logging.blockHash })).toEqual([7])
    expect(await world.error('eth_getLogs', [{ blockHash: word(1) }])).toMatchObject({ code: -32600 })
  })

  it.each([{ fromBlock: '0x1' }, { toBlock: '0x1' }])('refuses a blockHash with %j', async (range) => {
    expect(await world.error('eth_getLogs', [{ blockHash: logging.blockHash, ...range }])).toEqual({
      code: -32602,
      message: 'Cannot specify both blockHash and fromBlock/toBlock',
    })
  })
})

describe('topics', () => {
  const [a, b] = [eventTopic, word(7)]

  it.each([
    ['[] matches anything', [], [7, 8, 9]],
    ['[A] matches A first', [a], [7, 8, 9]],
    ['[null, B] matches B second', [null, b], [7]],
    ['[A, B] matches both', [a, b], [7]],
    [
      '[[A, B], [A, B]] matches either first and either second',
      [
        [a, b],
        [a, b],
      ],
      [7],
    ],
    ['[B] does not match B second', [b], []],
    ['[A, null] matches whatever is second', [a, null], [7, 8, 9]],
    ['[A, B, C] does not match a log of two topics', [a, b, word(1)], []],
  ])('%s', async (_, topics, expected) => {
    expect(await found({ ...whole, topics })).toEqual(expected)
  })
})

/** The limits on blocks and logs are tested in src/rpc/logs, which simulates a chain of thousands of blocks. */
describe('the range of eth_getLogs', () => {
  it.each([{ fromBlock: '0X1' }, { toBlock: '0X1' }])('does not accept the prefix 0X: %j', async (range) => {
    expect(await world.error('eth_getLogs', [range])).toEqual({
      code: -32602,
      message: "Invalid block identifier '0X1'",
    })
  })

  it('must not end before it starts', async () => {
    expect(await world.error('eth_getLogs', [{ fromBlock: '0x3', toBlock: '0x2' }])).toMatchObject({
      code: -32602,
    })
  })
})

describe('a filter', () => {
  const changes = (id: string): Promise<unknown[]> => world.result<unknown[]>('eth_getFilterChanges', [id])
  const log = (number: number) => world.transact({ to: contract, data: word(number) })

  it('for logs is installed, polled, and uninstalled once', async () => {
    const id = await world.result<string>('eth_newFilter', [{ address: contract }])
    expect(id).toMatch(/^0x[1-9a-f][0-9a-f]*$/)
    expect(await changes(id)).toEqual([])
    const { transactionHash } = await log(20)
    expect(await changes(id)).toMatchObject([{ transactionHash, removed: false }])
    expect(await changes(id)).toEqual([])
    expect(await world.result('eth_uninstallFilter', [id])).toBe(true)
    expect(await world.result('eth_uninstallFilter', [id])).toBe(false)
    expect(await world.error('eth_getFilterChanges', [id])).toEqual({
      code: -32000,
      message: 'filter not found',
    })
  })

  it('for blocks answers their hashes', async () => {
    const id = await world.result<string>('eth_newBlockFilter')
    const { blockHash } = await log(21)
    expect(await changes(id)).toEqual([blockHash])
    expect(await changes(id)).toEqual([])
  })

  it('for pending transactions answers their hashes', async () => {
    const id = await world.result<string>('eth_newPendingTransactionFilter')
    const { transactionHash } = await log(22)
    expect(await changes(id)).toEqual([transactionHash])
    expect(await changes(id)).toEqual([])
  })

  it('answers all its matches in the format of its changes', async () => {
    const id = await world.result<string>('eth_newFilter', [{ fromBlock: '0x2', topics: [null, word(7)] }])
    expect(await world.result('eth_getFilterLogs', [id])).toEqual(
      await world.result('eth_getLogs', [{ fromBlock: '0x2', toBlock: '0x2' }]),
    )
    // eth_getFilterLogs does not move the cursor of eth_getFilterChanges.
    expect(await changes(id)).toEqual([])
  })

  it('answers the logs that a reorganisation removed', async () => {
    const id = await world.result<string>('eth_newFilter', [{ address: contract }])
    const snapshot = await world.result('evm_snapshot')
    const { transactionHash } = await log(23)
    expect(await changes(id)).toMatchObject([{ transactionHash, removed: false }])
    await world.result('evm_revert', [snapshot])
    expect(await changes(id)).toMatchObject([{ transactionHash, removed: true }])
  })

  it('is refused with a blockHash', async () => {
    expect(await world.error('eth_newFilter', [{ blockHash: logging.blockHash }])).toMatchObject({
      code: -32602,
    })
  })

  it('expires when its changes are not polled for five minutes', async () => {
    const [polled, forgotten] = [
      await world.result<string>('eth_newBlockFilter'),
      await world.result<string>('eth_newFilter', [{}]),
    ]
    world.aheadMs += 4 * 60_000
    expect(await changes(polled)).toEqual([])
    // eth_getFilterLogs does not extend the lifetime of a filter.
    expect(await world.result('eth_getFilterLogs', [forgotten])).toEqual(expect.any(Array))
    world.aheadMs += 2 * 60_000
    expect(await changes(polled)).toEqual([])
    expect(await world.error('eth_getFilterChanges', [forgotten])).toMatchObject({ code: -32000 })
    expect(await world.result('eth_uninstallFilter', [forgotten])).toBe(false)
  })
})
