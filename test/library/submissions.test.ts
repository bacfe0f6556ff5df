import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'

/* Submissions and the pool of a development chain in the forms that Ethereum's tools expect. */

const receiver = `0x${'ee'.repeat(20)}`
/** Answers its gas: GAS PUSH0 MSTORE, RETURN of a word. */
const gasReader = '0x5a5f5260205ff3'

let node: LocalNode
beforeEach(async () => {
  node = await createNode({ gasLimitTarget: 50_000_000n })
})
afterEach(() => node.close())
const ask = (method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const failure = (method: string, ...params: unknown[]): Promise<unknown> =>
  ask(method, ...params).catch((error) => error)

describe('the pool', () => {
  it('is shown by addresses and nonces, with whole transactions and quantities', async () => {
    node.stopMining()
    const from = node.accounts[0]!.address
    const hash = await ask('eth_sendTransaction', { from, to: receiver, value: '0x1', gas: '0x5208' })
    await ask('eth_sendTransaction', { from, data: '0x00', gas: '0x186a0', nonce: '0x2', gasPrice: '0x3' })
    expect(await ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x1' })
    const transaction = await ask('eth_getTransactionByHash', hash)
    expect(await ask('txpool_content')).toEqual({
      pending: { [from]: { 0: transaction } },
      queued: { [from]: { 2: expect.objectContaining({ nonce: '0x2', to: null, type: '0x0' }) } },
    })
    expect(await ask('txpool_inspect')).toEqual({
      pending: { [from]: { 0: `${receiver}: 1 wei + 21000 gas × 0 wei` } },
      queued: { [from]: { 2: 'contract creation: 0 wei + 100000 gas × 3 wei' } },
    })
  })

  it('replaces a transaction by one that raises its maximum fee alone', async () => {
    node.stopMining()
    const first = { from: node.accounts[0]!.address, to: receiver, gas: '0x5208', nonce: '0x0' }
    await ask('eth_sendTransaction', { ...first, maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x64' })
    expect(await failure('eth_sendTransaction', { ...first, maxFeePerGas: '0x65' })).toMatchObject({
      message: expect.stringContaining('replacement transaction underpriced'),
    })
    const hash = await ask('eth_sendTransaction', { ...first, maxFeePerGas: '0xc8' })
    node.mine()
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ effectiveGasPrice: '0x8c' })
  })
})

describe('a transaction without a sender', () => {
  it('is sent by the first account', async () => {
    const hash = await ask('eth_sendTransaction', { to: receiver, value: '0x1' })
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ from: node.accounts[0]!.address })
  })

  it('is refused when the chain has no accounts', async () => {
    const empty = await createNode({ accounts: 0 })
    const sent = empty.request({ method: 'eth_sendTransaction', params: [{ to: receiver }] })
    await expect(sent).rejects.toThrow('from is missing')
    empty.close()
  })
})

describe('eth_call', () => {
  it('has the gas of a block, also of one with more than ten million', async () => {
    const answered = BigInt(String(await ask('eth_call', { data: gasReader })))
    expect(answered).toBeGreaterThan(49_000_000n)
  })

  it('says that the gas does not pay for the beginning of a transaction', async () => {
    expect(await failure('eth_call', { to: receiver, gas: '0x64' })).toMatchObject({
      message: 'intrinsic gas too low: gas 100, needed 21000',
    })
  })
})

describe('eth_simulateV1', () => {
  it('takes thousands of calls', async () => {
    const calls = Array.from({ length: 2_000 }, () => ({ to: receiver }))
    const simulated = Object(await ask('eth_simulateV1', { blockStateCalls: [{ calls }] }, 'latest'))
    expect(simulated[0].calls).toHaveLength(2_000)
    expect(
      await failure('eth_simulateV1', { blockStateCalls: [{ calls: new Array(10_001).fill({}) }] }),
    ).toMatchObject({ message: expect.stringContaining('10000') })
  })
})
