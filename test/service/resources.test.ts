import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../src/rpc/json/json.ts'
import { creationCode, eventTopic, openSampleChain, type SampleChain, word } from './sampleChain.ts'
import { cow, cow1 } from './serviceWorld.ts'

/* The fields of the specification's resources, row by row. */

let sample: SampleChain
beforeAll(async () => {
  sample = await openSampleChain()
})
afterAll(() => sample.world.close())

const quantity = expect.stringMatching(/^0x(0|[1-9a-f][0-9a-f]*)$/)
const bytes = (length: number) => expect.stringMatching(new RegExp(`^0x[0-9a-f]{${2 * length}}$`))
const data = expect.stringMatching(/^0x([0-9a-f]{2})*$/)
const hash = bytes(32)
const address = bytes(20)

type Shown = Readonly<Record<string, Json>>
type Row = readonly [field: string, type: string, expected: unknown]

const lookUp = (method: string, ...params: Json[]): Promise<Shown> =>
  sample.world.result<Shown>(method, params)

describe('a block object', () => {
  const rows: Row[] = [
    ['number', 'QUANTITY', '0x2'],
    ['hash', 'Hash', hash],
    ['parentHash', 'Hash', hash],
    ['nonce', 'DATA of 8 bytes', bytes(8)],
    ['sha3Uncles', 'Hash', hash],
    ['logsBloom', 'DATA of 256 bytes', bytes(256)],
    ['transactionsRoot', 'Hash', hash],
    ['stateRoot', 'Hash', hash],
    ['receiptsRoot', 'Hash', hash],
    ['miner', 'Address', address],
    ['difficulty', 'QUANTITY', quantity],
    ['cumulativeDifficulty', 'QUANTITY', quantity],
    ['totalDifficulty', 'QUANTITY', quantity],
    ['extraData', 'DATA', data],
    ['size', 'QUANTITY', quantity],
    ['gasLimit', 'QUANTITY', quantity],
    ['gasUsed', 'QUANTITY', quantity],
    ['timestamp', 'QUANTITY', quantity],
    ['transactions', 'Array', expect.any(Array)],
    ['uncles', 'Array of Hash', []],
    ['minimumGasPrice', 'QUANTITY', quantity],
    ['bitcoinMergedMiningHeader', 'DATA', bytes(80)],
    ['bitcoinMergedMiningCoinbaseTransaction', 'DATA', data],
    ['bitcoinMergedMiningMerkleProof', 'DATA', data],
    ['hashForMergedMining', 'Hash', hash],
    ['paidFees', 'QUANTITY', quantity],
  ]

  it.each(rows)('has %s, %s', async (field, _, expected) => {
    const byNumber = await lookUp('eth_getBlockByNumber', '0x2')
    expect(byNumber[field]).toEqual(expected)
    expect(await lookUp('eth_getBlockByHash', sample.logging.blockHash)).toEqual(byNumber)
  })

  it('has the total difficulty of the chain, and the cumulative difficulty with its uncles', async () => {
    const { totalDifficulty: before } = await lookUp('eth_getBlockByNumber', '0x1')
    const block = await lookUp('eth_getBlockByNumber', '0x2')
    const { totalDifficulty, difficulty, cumulativeDifficulty } = block
    expect(BigInt(String(totalDifficulty))).toBe(
      BigInt(String(before)) + BigInt(String(cumulativeDifficulty)),
    )
    expect(cumulativeDifficulty).toBe(difficulty)
  })

  it('is null when no block is found', async () => {
    expect(await lookUp('eth_getBlockByNumber', '0x999')).toBeNull()
    expect(await lookUp('eth_getBlockByHash', word(1))).toBeNull()
  })
})

describe('a transaction object', () => {
  const rows: Row[] = [
    ['blockHash', 'Hash', hash],
    ['blockNumber', 'QUANTITY', '0x3'],
    ['transactionIndex', 'QUANTITY', '0x0'],
    ['from', 'Address', cow],
    ['to', 'Address', cow1],
    ['gas', 'QUANTITY', '0x100000'],
    ['gasPrice', 'QUANTITY', '0x0'],
    ['hash', 'Hash', hash],
    ['input', 'DATA', '0x'],
    ['nonce', 'QUANTITY', '0x2'],
    ['value', 'QUANTITY', '0x5'],
    ['v', 'QUANTITY', quantity],
    ['r', 'QUANTITY', quantity],
    ['s', 'QUANTITY', quantity],
    ['type', 'QUANTITY', '0x0'],
  ]

  it.each(rows)('has %s, %s', async (field, _, expected) => {
    const shown = await lookUp('eth_getTransactionByHash', sample.transfer.transactionHash)
    expect(shown[field]).toEqual(expected)
  })

  it('has an additional _id, a string, in lookups by block and index', async () => {
    const { transactionHash, blockHash } = sample.transfer
    const shown = await lookUp('eth_getTransactionByHash', transactionHash)
    const expected = { ...shown, _id: transactionHash }
    expect(await lookUp('eth_getTransactionByBlockHashAndIndex', blockHash, '0x0')).toEqual(expected)
    expect(await lookUp('eth_getTransactionByBlockNumberAndIndex', '0x3', '0x0')).toEqual(expected)
  })

  it('is part of a block with full transactions', async () => {
    const shown = await lookUp('eth_getTransactionByHash', sample.transfer.transactionHash)
    const { transactions } = await lookUp('eth_getBlockByNumber', '0x3', true)
    expect(transactions).toContainEqual(shown)
  })

  it('has no receiver when it creates a contract, and is null when it is unknown', async () => {
    const creation = await lookUp('eth_getTransactionByHash', sample.deployment.transactionHash)
    expect(creation).toMatchObject({ to: null, input: creationCode })
    expect(await lookUp('eth_getTransactionByHash', word(1))).toBeNull()
  })
})

describe('a receipt object', () => {
  const rows: Row[] = [
    ['transactionHash', 'Hash', hash],
    ['transactionIndex', 'QUANTITY', '0x0'],
    ['blockHash', 'Hash', hash],
    ['blockNumber', 'QUANTITY', '0x1'],
    ['from', 'Address', cow],
    ['to', 'null for a creation', null],
    ['contractAddress', 'Address', address],
    ['cumulativeGasUsed', 'QUANTITY', quantity],
    ['gasUsed', 'QUANTITY', quantity],
    ['effectiveGasPrice', 'QUANTITY, the gas price', '0x0'],
    ['logs', 'Array', []],
    ['logsBloom', 'DATA of 256 bytes', bytes(256)],
    ['status', 'QUANTITY', '0x1'],
    ['type', 'QUANTITY', '0x0'],
  ]

  it.each(rows)('has %s, %s', async (field, _, expected) => {
    const shown = await lookUp('eth_getTransactionReceipt', sample.deployment.transactionHash)
    expect(shown[field]).toEqual(expected)
  })

  it('has a status instead of a root', async () => {
    expect(await lookUp('eth_getTransactionReceipt', sample.transfer.transactionHash)).not.toHaveProperty(
      'root',
    )
  })

  it('has no contract address without a creation, and is null when the transaction is unknown', async () => {
    const shown = await lookUp('eth_getTransactionReceipt', sample.transfer.transactionHash)
    expect(shown).toMatchObject({ contractAddress: null, to: cow1 })
    expect(await lookUp('eth_getTransactionReceipt', word(1))).toBeNull()
  })
})

describe('a log object', () => {
  const rows: Row[] = [
    ['removed', 'Boolean', false],
    ['logIndex', 'QUANTITY', '0x0'],
    ['transactionIndex', 'QUANTITY', '0x0'],
    ['transactionHash', 'Hash', hash],
    ['blockHash', 'Hash', hash],
    ['blockNumber', 'QUANTITY', '0x2'],
    ['address', 'Address', address],
    ['data', 'DATA', word(7)],
    ['topics', 'Array of Hash', [eventTopic, word(7)]],
  ]

  it.each(rows)('has %s, %s', async (field, _, expected) => {
    const { logs } = await lookUp('eth_getTransactionReceipt', sample.logging.transactionHash)
    const [shown] = logs as Shown[]
    expect(shown?.[field]).toEqual(expected)
    expect(await lookUp('eth_getLogs', { fromBlock: '0x2', toBlock: '0x2' })).toEqual(logs)
  })
})

describe('an account proof object', () => {
  const rows: Row[] = [
    ['address', 'Address', address],
    ['balance', 'QUANTITY', quantity],
    ['codeHash', 'Hash', hash],
    ['nonce', 'QUANTITY', quantity],
    ['storageHash', 'Hash', hash],
    ['accountProof', 'Array of DATA', expect.arrayContaining([data])],
    [
      'storageProof',
      'Array of objects',
      [{ key: '0x0', value: '0x7', proof: expect.arrayContaining([data]) }],
    ],
  ]

  it.each(rows)('has %s, %s', async (field, _, expected) => {
    const shown = await lookUp('eth_getProof', sample.contract, [word(0)], 'latest')
    expect(shown[field]).toEqual(expected)
  })

  it('has the hash of empty code for an account without code', async () => {
    expect(await lookUp('eth_getProof', cow1, [], 'latest')).toMatchObject({
      codeHash: '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    })
  })
})

it('the sync status is false without peers', async () => {
  expect(await lookUp('eth_syncing')).toBe(false)
})
