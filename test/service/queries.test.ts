import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractCode, openSampleChain, type SampleChain, word } from './sampleChain.ts'
import { cow, cow1 } from './serviceWorld.ts'

/* The part of the specification about queries of state, blocks and transactions. */

let sample: SampleChain
beforeAll(async () => {
  sample = await openSampleChain()
})
afterAll(() => sample.world.close())

/** All forms of a block selector, each naming block 2; tags are tested apart. */
const selectors = (): readonly (readonly [form: string, selector: unknown])[] => [
  ['a number', '0x2'],
  ['a hash', sample.logging.blockHash],
  ['a map with a hash', { blockHash: sample.logging.blockHash }],
  ['a map with a number', { blockNumber: '0x2' }],
]
const forms = ['a number', 'a hash', 'a map with a hash', 'a map with a number']
const selector = (form: string): unknown => selectors().find(([name]) => name === form)?.[1]

describe.each([
  ['eth_getBalance', () => [cow], /^0xc9f2/],
  ['eth_getStorageAt', () => [sample.contract, '0x0'], new RegExp(word(7))],
  ['eth_getTransactionCount', () => [cow], /^0x2$/],
  ['eth_getCode', () => [sample.contract], new RegExp(contractCode)],
] as const)('%s', (method, params, expected) => {
  it.each(forms)('accepts a block by %s', async (form) => {
    expect(await sample.world.result(method, [...params(), selector(form)])).toMatch(expected)
  })

  it.each(['latest', 'earliest', 'safe', 'finalized'])('accepts the tag %s', async (tag) => {
    expect(await sample.world.result(method, [...params(), tag])).toMatch(/^0x/)
  })

  it('refuses an unknown block', async () => {
    expect(await sample.world.error(method, [...params(), '0x999'])).toEqual({
      code: -32600,
      message: 'Block 0x999 not found',
    })
  })
})

describe('the block of a state query', () => {
  it.each(['eth_getBalance', 'eth_getTransactionCount'])(
    'is the latest by default for %s',
    async (method) => {
      const latest = await sample.world.result(method, [cow, 'latest'])
      expect(await sample.world.result(method, [cow])).toBe(latest)
      expect(await sample.world.result(method, [cow, null])).toBe(latest)
    },
  )

  it.each([
    ['eth_getStorageAt', [cow, '0x0']],
    ['eth_getCode', [cow]],
  ])('is required by %s', async (method, params) => {
    expect(await sample.world.error(method, params)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('(block)'),
    })
  })
})

describe('eth_getStorageAt', () => {
  it('answers 32 zero bytes for cells that do not exist', async () => {
    expect(await sample.world.result('eth_getStorageAt', [sample.contract, '0x99', 'latest'])).toBe(word(0))
    expect(await sample.world.result('eth_getStorageAt', [cow1, '0x0', 'latest'])).toBe(word(0))
  })

  it('accepts a position of 32 bytes, as mappings have', async () => {
    const position = `0x${'f'.repeat(64)}`
    expect(await sample.world.result('eth_getStorageAt', [sample.contract, position, 'latest'])).toBe(word(0))
  })
})

describe('eth_getBalance', () => {
  it('changes with transfers', async () => {
    const before = await sample.world.result<string>('eth_getBalance', [cow1, '0x2'])
    const after = await sample.world.result<string>('eth_getBalance', [cow1, '0x3'])
    expect(BigInt(after) - BigInt(before)).toBe(5n)
  })
})

describe('blocks', () => {
  it.each([
    ['left out', [], false],
    ['false', [false], false],
    ['true', [true], true],
  ])('have whole transactions or hashes: the flag %s', async (_, flag, isFull) => {
    const byNumber = await sample.world.result<{ transactions: unknown[] }>('eth_getBlockByNumber', [
      '0x3',
      ...flag,
    ])
    const byHash = await sample.world.result('eth_getBlockByHash', [sample.transfer.blockHash, ...flag])
    expect(byHash).toEqual(byNumber)
    const { transactionHash } = sample.transfer
    expect(byNumber.transactions[0]).toEqual(
      isFull ? expect.objectContaining({ hash: transactionHash, value: '0x5' }) : transactionHash,
    )
  })

  it.each<[string, () => string, string]>([
    ['eth_getBlockTransactionCountByHash', () => sample.transfer.blockHash, '0x2'],
    ['eth_getBlockTransactionCountByNumber', () => '0x3', '0x2'],
    ['eth_getBlockTransactionCountByNumber', () => 'latest', '0x2'],
    ['eth_getUncleCountByBlockHash', () => sample.transfer.blockHash, '0x0'],
    ['eth_getUncleCountByBlockNumber', () => '0x3', '0x0'],
    ['eth_getUncleCountByBlockNumber', () => 'latest', '0x0'],
  ])('are counted in by %s', async (method, block, count) => {
    // The REMASC transaction counts too.
    expect(await sample.world.result(method, [block()])).toBe(count)
  })

  it('that are unknown have no count', async () => {
    expect(await sample.world.result('eth_getBlockTransactionCountByHash', [word(1)])).toBeNull()
    expect(await sample.world.error('eth_getUncleCountByBlockHash', [word(1)])).toMatchObject({
      code: -32600,
    })
    expect(await sample.world.error('eth_getUncleCountByBlockNumber', ['0x999'])).toMatchObject({
      code: -32600,
    })
  })

  it.each<[string, () => string]>([
    ['eth_getUncleByBlockHashAndIndex', () => sample.transfer.blockHash],
    ['eth_getUncleByBlockNumberAndIndex', () => '0x3'],
    ['eth_getTransactionByBlockHashAndIndex', () => sample.transfer.blockHash],
    ['eth_getTransactionByBlockNumberAndIndex', () => 'latest'],
  ])('answer null for an index after the last: %s', async (method, block) => {
    expect(await sample.world.result(method, [block(), '0x9'])).toBeNull()
  })
})

describe('a pending transaction', () => {
  it('has no block and no receipt until it is mined', async () => {
    const { world } = sample
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
