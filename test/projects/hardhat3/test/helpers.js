import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { network } from 'hardhat'
import { numberToHex } from 'viem'

describe('the helpers', async () => {
  const { viem, networkHelpers: helpers, provider } = await network.create()
  const client = await viem.getPublicClient()
  const account = `0x${'ab'.repeat(20)}`
  const code = '0x602a60005260206000f3'

  it('set balance, nonce, code and storage', async () => {
    await helpers.setBalance(account, 5n)
    assert.equal(await client.getBalance({ address: account }), 5n)
    await helpers.setNonce(account, 9)
    assert.equal(await client.getTransactionCount({ address: account }), 9)
    await helpers.setCode(account, code)
    assert.equal(await client.getCode({ address: account }), code)
    await helpers.setStorageAt(account, 1, 77)
    assert.equal(await helpers.getStorageAt(account, 1), numberToHex(77, { size: 32 }))
  })

  it('mine blocks and move the time', async () => {
    const height = await helpers.time.latestBlock()
    await helpers.mine()
    await helpers.mine(10, { interval: 60 })
    assert.equal(await helpers.time.latestBlock(), height + 11)
    await helpers.mineUpTo(height + 20)
    assert.equal(await helpers.time.latestBlock(), height + 20)
    const before = await helpers.time.latest()
    await helpers.time.increase(3600)
    assert.ok((await helpers.time.latest()) >= before + 3600)
    await helpers.time.setNextBlockTimestamp(before + 10_000)
    await helpers.mine()
    assert.equal(await helpers.time.latest(), before + 10_000)
  })

  it('impersonate accounts', async () => {
    const whale = `0x${'cd'.repeat(20)}`
    await helpers.impersonateAccount(whale)
    await helpers.setBalance(whale, 10n ** 18n)
    const hash = await provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: whale, to: `0x${'11'.repeat(20)}`, value: '0x1' }],
    })
    assert.equal((await client.getTransactionReceipt({ hash })).status, 'success')
    await helpers.stopImpersonatingAccount(whale)
  })

  it('take and restore snapshots', async () => {
    const snapshot = await helpers.takeSnapshot()
    await helpers.setBalance(account, 1n)
    await snapshot.restore()
    assert.notEqual(await client.getBalance({ address: account }), 1n)
  })

  it('set the coinbase and the gas limit of blocks, and drop transactions', async () => {
    await helpers.setCoinbase(account)
    await helpers.setBlockGasLimit(9_000_000)
    await helpers.mine()
    assert.equal((await client.getBlock()).miner, account)
    await provider.request({ method: 'evm_setAutomine', params: [false] })
    const [wallet] = await viem.getWalletClients()
    const hash = await wallet.sendTransaction({ to: account, value: 1n })
    await helpers.dropTransaction(hash)
    await provider.request({ method: 'evm_setAutomine', params: [true] })
    assert.equal(await provider.request({ method: 'eth_getTransactionByHash', params: [hash] }), null)
  })
})
