import { Transaction } from 'ethers'
import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld, type RpcWorld } from '../../../answering/rpcWorld.cases.ts'

/** Its nonce leaves a gap, so no block takes it. */
const queued = { from: cow, to: cow1, value: '0x5', gas: '0x5208', gasPrice: '0x1', nonce: '0x9' }

const pay = (world: RpcWorld): Promise<string> =>
  world.text('eth_sendTransaction', { from: cow, to: cow1, value: '0x1' })

describe('eth_getTransactionBySenderAndNonce', () => {
  it('finds transactions of the chain by a search over its states', async () => {
    const world = await openWorld()
    const hashes: string[] = []
    for (let count = 0; count < 5; count++) hashes.push(await pay(world))
    for (const [nonce, hash] of hashes.entries()) {
      const found = await world.result('eth_getTransactionBySenderAndNonce', cow, `0x${nonce}`)
      expect(found).toEqual(await world.result('eth_getTransactionByHash', hash))
    }
    expect(await world.result('eth_getTransactionBySenderAndNonce', cow, '0x5')).toBeNull()
    expect(await world.result('eth_getTransactionBySenderAndNonce', cow1, '0x0')).toBeNull()
  })

  it('finds a pending transaction', async () => {
    const world = await openWorld()
    await world.result('evm_stopMining')
    const hash = await pay(world)
    const found = await world.result('eth_getTransactionBySenderAndNonce', cow, '0x0')
    expect(found).toMatchObject({ hash, blockHash: null })
  })
})

describe('txpool_contentFrom', () => {
  it('answers the transactions of one sender by nonce', async () => {
    const world = await openWorld()
    await world.result('evm_stopMining')
    const pending = await pay(world)
    const later = await world.text('eth_sendTransaction', queued)
    expect(await world.result('txpool_contentFrom', cow)).toMatchObject({
      pending: { 0: { hash: pending } },
      queued: { 9: { hash: later } },
    })
    expect(await world.result('txpool_contentFrom', cow1)).toEqual({ pending: {}, queued: {} })
  })
})

describe('eth_fillTransaction', () => {
  it('completes nonce, gas and price, and answers bytes that a wallet can sign', async () => {
    const world = await openWorld()
    await pay(world)
    const filled = Object(await world.result('eth_fillTransaction', { from: cow, to: cow1, value: '0x5' }))
    expect(filled.tx).toMatchObject({ from: cow, to: cow1, value: '0x5', nonce: '0x1', gas: '0x5208' })
    const { nonce, gasLimit, value, chainId } = Transaction.from(filled.raw)
    expect({ nonce, gasLimit, value, chainId }).toEqual({
      nonce: 1,
      gasLimit: 21_000n,
      value: 5n,
      chainId: 33n,
    })
  })

  it('keeps given values, and needs a sender', async () => {
    const world = await openWorld()
    const given = { from: cow, to: cow1, gas: '0x7530', gasPrice: '0x3', nonce: '0x7' }
    const { tx } = Object(await world.result('eth_fillTransaction', given))
    expect(tx).toMatchObject({ gas: '0x7530', gasPrice: '0x3', nonce: '0x7' })
    expect(await world.error('eth_fillTransaction', { to: cow1 })).toMatchObject({ code: -32602 })
  })
})

describe('eth_sendTransactionSync', () => {
  it('answers the receipt of the transaction that it signs', async () => {
    const world = await openWorld()
    const receipt = await world.result('eth_sendTransactionSync', { from: cow, to: cow1, value: '0x5' })
    expect(receipt).toMatchObject({ status: '0x1', from: cow, blockNumber: '0x1' })
  })

  it('answers the hash with an error after the given time', async () => {
    const world = await openWorld()
    const error = await world.error('eth_sendTransactionSync', queued, 1)
    expect(error).toMatchObject({ code: 4, data: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  })
})
