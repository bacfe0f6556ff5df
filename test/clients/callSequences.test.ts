import { Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../src/rpc/json/json.ts'
import { creationCode, word } from '../service/sampleChain.ts'
import { type ServedChain, serveChain } from './servedChain.ts'

/*
 * The requests of tools that are not dependencies of the tests, in the order in which the tools send them. A request
 * that a tool needs is answered; a probe for a method of another node is rejected with the code that tools expect.
 */

const [cow, cow1] = [
  '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826',
  '0x7986b3df570230288501eea3d890bd66948c9b79',
] as const
const cowKey = '0xc85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4'
const methodNotFound = -32601

let chain: ServedChain
beforeAll(async () => {
  chain = await serveChain()
})
afterAll(() => chain.close())

interface Answer {
  readonly id: number
  readonly result?: Json
  readonly error?: { readonly code: number; readonly message: string }
}

let lastId = 0
const request = (method: string, params: readonly unknown[]) => ({
  jsonrpc: '2.0',
  id: ++lastId,
  method,
  params,
})

async function post<T>(body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(chain.http, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return response.json() as Promise<T>
}

const ask = (method: string, ...params: unknown[]): Promise<Answer> => post<Answer>(request(method, params))

async function result<T = Json>(method: string, ...params: unknown[]): Promise<T> {
  const answer = await ask(method, ...params)
  expect(answer.error, method).toBeUndefined()
  return answer.result as T
}

async function expectProbeRejected(method: string, ...params: unknown[]): Promise<void> {
  expect((await ask(method, ...params)).error, method).toMatchObject({ code: methodNotFound })
}

interface BlockAnswer {
  readonly number: string
  readonly hash: string
  readonly gasLimit: string
}
interface ReceiptAnswer {
  readonly status: string
  readonly blockNumber: string
  readonly contractAddress: string
}

const signed = (fields: object): Promise<string> =>
  new Wallet(cowKey).signTransaction({ type: 0, chainId: 33, gasPrice: 0, ...fields })

describe('Hardhat 2 with a network over HTTP', () => {
  it('deploys a contract with an account of the node', async () => {
    expect(await result('eth_chainId')).toBe('0x21')
    expect(await result('net_version')).toBe('33')
    const [from] = await result<string[]>('eth_accounts')
    const latest = await result<BlockAnswer>('eth_getBlockByNumber', 'latest', false)
    // Without a base fee, Hardhat sends legacy transactions.
    expect(latest).not.toHaveProperty('baseFeePerGas')
    expect(await result('eth_gasPrice')).toBe('0x0')
    await expectProbeRejected('hardhat_metadata')
    const gas = await result<string>('eth_estimateGas', { from, data: creationCode })
    const hash = await result<string>('eth_sendTransaction', {
      from,
      data: creationCode,
      gas,
      gasPrice: '0x0',
    })
    expect(await result('eth_getTransactionByHash', hash)).toMatchObject({ hash, from })
    const { contractAddress } = await result<ReceiptAnswer>('eth_getTransactionReceipt', hash)
    expect(await result('eth_getCode', contractAddress, 'latest')).toMatch(/^0x[0-9a-f]{20,}$/)
    expect(await result('eth_call', { from, to: contractAddress, data: word(4) }, 'latest')).toBe(word(4))
    expect(await result('eth_getStorageAt', contractAddress, '0x0', 'latest')).toBe(word(0))
  })

  it('moves time and restores a snapshot for its network helpers', async () => {
    const snapshot = await result('evm_snapshot')
    expect(await result('evm_increaseTime', '0xe10')).toMatch(/^0x/)
    await result('evm_mine')
    const { timestamp } = await result<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
    await result('evm_setNextBlockTimestamp', Number(timestamp) + 100)
    await result('evm_mine')
    expect(await result('eth_getBlockByNumber', 'latest', false)).toMatchObject({
      timestamp: `0x${(Number(timestamp) + 100).toString(16)}`,
    })
    await result('evm_mine', Number(timestamp) + 200)
    expect(await result('evm_revert', snapshot)).toBe(true)
  })

  it('reads the fee history and a priority fee for EIP-1559', async () => {
    expect(await result('eth_feeHistory', '0x1', 'latest', [50])).toMatchObject({
      oldestBlock: expect.stringMatching(/^0x/),
      baseFeePerGas: ['0x0', '0x0'],
      gasUsedRatio: [expect.any(Number)],
      reward: [[expect.stringMatching(/^0x/)]],
    })
    expect(await result('eth_maxPriorityFeePerGas')).toMatch(/^0x/)
  })
})

describe('the fork reader of Hardhat', () => {
  it('reads accounts, storage, blocks and receipts of a block by its number', async () => {
    const number = await result<string>('eth_blockNumber')
    const block = await result<BlockAnswer>('eth_getBlockByNumber', number, true)
    expect(await result('eth_getBlockByHash', block.hash, true)).toEqual(block)
    expect(await result('eth_getBalance', cow, number)).toMatch(/^0x/)
    expect(await result('eth_getTransactionCount', cow, number)).toMatch(/^0x/)
    expect(await result('eth_getCode', cow, number)).toBe('0x')
    expect(await result('eth_getStorageAt', cow, '0x0', number)).toBe(word(0))
    expect(await result('eth_getProof', cow, [], number)).toMatchObject({ address: cow })
    expect(await result('eth_getLogs', { fromBlock: number, toBlock: number })).toEqual(expect.any(Array))
  })
})

describe('Foundry', () => {
  it('sends a signed legacy transaction with cast send and waits for its receipt', async () => {
    expect(await result('eth_chainId')).toBe('0x21')
    await expectProbeRejected('anvil_nodeInfo')
    expect(await result('web3_clientVersion')).toMatch(/^Cambium/)
    const nonce = await result<string>('eth_getTransactionCount', cow, 'pending')
    expect(await result('eth_gasPrice')).toMatch(/^0x/)
    const gas = await result<string>('eth_estimateGas', { from: cow, to: cow1, value: '0x1' }, 'pending')
    const hash = await result<string>(
      'eth_sendRawTransaction',
      await signed({ nonce: Number(nonce), gasLimit: Number(gas), to: cow1, value: 1 }),
    )
    const { blockNumber, status } = await result<ReceiptAnswer>('eth_getTransactionReceipt', hash)
    expect(status).toBe('0x1')
    expect(await result('eth_blockNumber')).toBe(blockNumber)
  })

  it('broadcasts the transactions of a script in order', async () => {
    const first = Number(await result('eth_getTransactionCount', cow, 'latest'))
    const creation = await signed({ nonce: first, gasLimit: 500_000, data: creationCode })
    const hash = await result<string>('eth_sendRawTransaction', creation)
    const { contractAddress } = await result<ReceiptAnswer>('eth_getTransactionReceipt', hash)
    const call = await signed({ nonce: first + 1, gasLimit: 200_000, to: contractAddress, data: word(6) })
    const receipt = await result('eth_getTransactionReceipt', await result('eth_sendRawTransaction', call))
    expect(receipt).toMatchObject({ status: '0x1', logs: [{ address: contractAddress }] })
  })

  it('reads the state of a block by its number, with the requests of alloy', async () => {
    const number = await result<string>('eth_blockNumber')
    for (const [method, ...params] of [
      ['eth_getBlockByNumber', number, false],
      ['eth_getBalance', cow, number],
      ['eth_getTransactionCount', cow, number],
      ['eth_getCode', cow, number],
      ['eth_getStorageAt', cow, '0x0', number],
      ['eth_feeHistory', '0xa', 'latest', [20]],
      ['eth_call', { to: cow1, input: '0x' }, number],
    ] as const) {
      expect(await result(method, ...params)).not.toBeUndefined()
    }
  })
})

describe('viem before its first transaction', () => {
  it('gets the members that it omits from eth_fillTransaction', async () => {
    expect(await result('eth_fillTransaction', { from: cow, to: cow1 })).toMatchObject({
      raw: expect.stringMatching(/^0x/),
      tx: { from: cow, to: cow1, gas: '0x5208', nonce: expect.any(String) },
    })
  })
})

describe('MetaMask', () => {
  it('follows the chain and an account', async () => {
    expect(await result('net_version')).toBe('33')
    const before = Number(await result('eth_blockNumber'))
    expect(await result('eth_getBlockByNumber', 'latest', false)).not.toHaveProperty('baseFeePerGas')
    await result('evm_mine')
    expect(Number(await result('eth_blockNumber'))).toBe(before + 1)
    expect(await result('eth_getBalance', cow, 'latest')).toMatch(/^0x/)
    expect(await result('eth_estimateGas', { from: cow, to: cow1, value: '0x1', gasPrice: '0x0' })).toBe(
      '0x5208',
    )
  })

  it('receives an answer to its preflight request', async () => {
    const response = await fetch(chain.http, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(response.ok).toBe(true)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
  })
})

describe('The Graph', () => {
  it('identifies the chain, walks blocks and reads receipts and logs', async () => {
    expect(await result('eth_getBlockByNumber', '0x0', false)).toMatchObject({
      hash: '0x8ea789fabef0dd4946ed53f001e7b6f8a8d0c22a612a6099fc7f93c990af68fe',
    })
    const head = await result<BlockAnswer>('eth_getBlockByNumber', 'latest', true)
    expect(await result('eth_getBlockReceipts', { blockHash: head.hash })).toEqual(expect.any(Array))
    expect(await result('eth_call', { to: cow1, data: '0x' }, { blockHash: head.hash })).toBe('0x')
    expect(await result('eth_getLogs', { fromBlock: '0x1', toBlock: head.number })).toEqual(expect.any(Array))
  })
})

describe('ethers', () => {
  it('receives one answer per request of a batch', async () => {
    const batch = [request('eth_chainId', []), request('eth_blockNumber', []), request('eth_gasPrice', [])]
    const answers = await post<Answer[]>(batch)
    expect(answers.map(({ id }) => id)).toEqual(batch.map(({ id }) => id))
    for (const { result: answered } of answers) expect(answered).toMatch(/^0x/)
  })
})
