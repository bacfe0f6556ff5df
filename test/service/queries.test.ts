import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cow, cow1 } from './serviceWorld.ts'
import { contractCode, openStory, type Story, word } from './story.ts'

/* State queries, and block and transaction queries of the specification. */

let story: Story
beforeAll(async () => {
  story = await openStory()
})
afterAll(() => story.world.close())

/** All forms of a block selector, each naming block 2; tags name what they name. */
const selectors = (): readonly (readonly [form: string, selector: unknown])[] => [
  ['a number', '0x2'],
  ['a hash', story.logging.blockHash],
  ['a map with a hash', { blockHash: story.logging.blockHash }],
  ['a map with a number', { blockNumber: '0x2' }],
]
const forms = ['a number', 'a hash', 'a map with a hash', 'a map with a number']
const selector = (form: string): unknown => selectors().find(([name]) => name === form)?.[1]

describe.each([
  ['eth_getBalance', () => [cow], /^0xc9f2/],
  ['eth_getStorageAt', () => [story.contract, '0x0'], new RegExp(word(7))],
  ['eth_getTransactionCount', () => [cow], /^0x2$/],
  ['eth_getCode', () => [story.contract], new RegExp(contractCode)],
] as const)('%s', (method, params, expected) => {
  it.each(forms)('takes a block by %s', async (form) => {
    expect(await story.world.result(method, [...params(), selector(form)])).toMatch(expected)
  })

  it.each(['latest', 'earliest', 'safe', 'finalized'])('takes the tag %s', async (tag) => {
    expect(await story.world.result(method, [...params(), tag])).toMatch(/^0x/)
  })

  it('knows no other block', async () => {
    expect(await story.world.error(method, [...params(), '0x999'])).toEqual({
      code: -32600,
      message: 'Block 0x999 not found',
    })
  })
})

describe('the block of a state query', () => {
  it.each(['eth_getBalance', 'eth_getTransactionCount'])(
    'is the latest by default for %s',
    async (method) => {
      const latest = await story.world.result(method, [cow, 'latest'])
      expect(await story.world.result(method, [cow])).toBe(latest)
      expect(await story.world.result(method, [cow, null])).toBe(latest)
    },
  )

  it.each([
    ['eth_getStorageAt', [cow, '0x0']],
    ['eth_getCode', [cow]],
  ])('is required by %s', async (method, params) => {
    expect(await story.world.error(method, params)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('(block)'),
    })
  })
})

describe('eth_getStorageAt', () => {
  it('answers 32 zero bytes for cells that do not exist', async () => {
    expect(await story.world.result('eth_getStorageAt', [story.contract, '0x99', 'latest'])).toBe(word(0))
    expect(await story.world.result('eth_getStorageAt', [cow1, '0x0', 'latest'])).toBe(word(0))
  })

  it('takes a position of 32 bytes, as mappings have', async () => {
    const position = `0x${'f'.repeat(64)}`
    expect(await story.world.result('eth_getStorageAt', [story.contract, position, 'latest'])).toBe(word(0))
  })
})

describe('eth_getBalance', () => {
  it('follows what is sent', async () => {
    const before = await story.world.result<string>('eth_getBalance', [cow1, '0x2'])
    const after = await story.world.result<string>('eth_getBalance', [cow1, '0x3'])
    expect(BigInt(after) - BigInt(before)).toBe(5n)
  })
})

describe('blocks', () => {
  it.each([
    ['left out', [], false],
    ['false', [false], false],
    ['true', [true], true],
  ])('have whole transactions or hashes: the flag %s', async (_, flag, isFull) => {
    const byNumber = await story.world.result<{ transactions: unknown[] }>('eth_getBlockByNumber', [
      '0x3',
      ...flag,
    ])
    const byHash = await story.world.result('eth_getBlockByHash', [story.transfer.blockHash, ...flag])
    expect(byHash).toEqual(byNumber)
    const { transactionHash } = story.transfer
    expect(byNumber.transactions[0]).toEqual(
      isFull ? expect.objectContaining({ hash: transactionHash, value: '0x5' }) : transactionHash,
    )
  })

  it.each<[string, () => string, string]>([
    ['eth_getBlockTransactionCountByHash', () => story.transfer.blockHash, '0x2'],
    ['eth_getBlockTransactionCountByNumber', () => '0x3', '0x2'],
    ['eth_getBlockTransactionCountByNumber', () => 'latest', '0x2'],
    ['eth_getUncleCountByBlockHash', () => story.transfer.blockHash, '0x0'],
    ['eth_getUncleCountByBlockNumber', () => '0x3', '0x0'],
    ['eth_getUncleCountByBlockNumber', () => 'latest', '0x0'],
  ])('are counted in by %s', async (method, block, count) => {
    // The reward is paid by a transaction too.
    expect(await story.world.result(method, [block()])).toBe(count)
  })

  it('that are not there have no count', async () => {
    expect(await story.world.result('eth_getBlockTransactionCountByHash', [word(1)])).toBeNull()
    expect(await story.world.error('eth_getUncleCountByBlockHash', [word(1)])).toMatchObject({ code: -32600 })
    expect(await story.world.error('eth_getUncleCountByBlockNumber', ['0x999'])).toMatchObject({
      code: -32600,
    })
  })

  it.each<[string, () => string]>([
    ['eth_getUncleByBlockHashAndIndex', () => story.transfer.blockHash],
    ['eth_getUncleByBlockNumberAndIndex', () => '0x3'],
    ['eth_getTransactionByBlockHashAndIndex', () => story.transfer.blockHash],
    ['eth_getTransactionByBlockNumberAndIndex', () => 'latest'],
  ])('have nothing at an index beyond the last: %s', async (method, block) => {
    expect(await story.world.result(method, [block(), '0x9'])).toBeNull()
  })
})

describe('a transaction that waits', () => {
  it('has no block and no receipt; mined, it has both', async () => {
    const { world } = story
    await world.result('evm_stopMining')
    const hash = await world.result<string>('eth_sendTransaction', [{ from: cow, to: cow1, value: '0x1' }])
    const waiting = { hash, blockHash: null, blockNumber: null, transactionIndex: null }
    expect(await world.result('eth_getTransactionByHash', [hash])).toMatchObject(waiting)
    expect(await world.result('eth_getTransactionReceipt', [hash])).toBeNull()
    expect(await world.result('eth_pendingTransactions')).toMatchObject([waiting])
    await world.result('evm_startMining')
    expect(await world.result('eth_getTransactionByHash', [hash])).toMatchObject({ blockNumber: '0x4' })
    expect(await world.result('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    expect(await world.result('eth_pendingTransactions')).toEqual([])
  })
})
