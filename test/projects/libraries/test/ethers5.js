const assert = require('node:assert/strict')
const { before, after, describe, it } = require('node:test')
const { ethers } = require('ethers')
const { abi, bytecode } = require('../Vault.json')

const url = process.env.CAMBIUM_URL
const mnemonic = 'test test test test test test test test test test test junk'

describe('ethers 5', () => {
  let provider, signer, vault
  before(async () => {
    provider = new ethers.providers.JsonRpcProvider(url)
    signer = provider.getSigner(0)
    vault = await new ethers.ContractFactory(abi, bytecode, signer).deploy()
    await vault.deployed()
  })
  after(() => provider.removeAllListeners())

  it('reads the fees of a chain without a base fee', async () => {
    const { gasPrice, maxFeePerGas } = await provider.getFeeData()
    assert.equal(maxFeePerGas, null)
    assert.ok(gasPrice.gte(0))
  })

  it('sends and waits with a wallet of its own', async () => {
    const wallet = ethers.Wallet.fromMnemonic(mnemonic, "m/44'/60'/0'/0/3").connect(provider)
    const receipt = await (await vault.connect(wallet).deposit({ value: 5 })).wait()
    assert.equal(receipt.type, 0)
    assert.equal(receipt.events[0].event, 'Paid')
    assert.equal((await vault.queryFilter(vault.filters.Paid(wallet.address))).length, 1)
  })

  it('names custom errors and panics, and refuses a failing transaction before sending it', async () => {
    await assert.rejects(vault.callStatic.close(), { code: 'CALL_EXCEPTION', errorName: 'Closed' })
    await assert.rejects(vault.callStatic.divide(0), { errorName: 'Panic' })
    await assert.rejects(vault.take(10n ** 18n), { code: 'UNPREDICTABLE_GAS_LIMIT' })
    const poor = ethers.Wallet.createRandom().connect(provider)
    await assert.rejects(poor.sendTransaction({ to: vault.address, value: 1 }), {
      code: 'INSUFFICIENT_FUNDS',
    })
  })

  it('sends typed transactions', async () => {
    const wallet = ethers.Wallet.fromMnemonic(mnemonic).connect(provider)
    const typed = { to: wallet.address, type: 2, gasLimit: 100_000, maxFeePerGas: 1, maxPriorityFeePerGas: 1 }
    const receipt = await (await wallet.sendTransaction(typed)).wait()
    assert.equal(receipt.type, 2)
    assert.equal(receipt.status, 1)
  })

  it('signs messages and typed data', async () => {
    const account = await signer.getAddress()
    assert.equal(ethers.utils.verifyMessage('hi', await signer.signMessage('hi')), account)
    const signed = [{ name: 'x', chainId: 33 }, { Value: [{ name: 'a', type: 'uint256' }] }, { a: 5 }]
    const signature = await signer._signTypedData(...signed)
    assert.equal(ethers.utils.verifyTypedData(...signed, signature), account)
  })

  it('receives events and blocks, by polling and over WebSocket', async () => {
    provider.pollingInterval = 100
    const socket = new ethers.providers.WebSocketProvider(url.replace('http', 'ws'))
    const isOurs = (resolve) => (_, amount) => amount.eq(77) && resolve()
    const heard = [
      new Promise((resolve) => vault.on('Paid', isOurs(resolve))),
      new Promise((resolve) => vault.connect(socket).on('Paid', isOurs(resolve))),
      new Promise((resolve) => socket.once('block', resolve)),
      new Promise((resolve) => socket.once('pending', resolve)),
    ]
    // The answer proves that the subscriptions exist: requests are answered in order.
    await socket.getBlockNumber()
    await (await vault.deposit({ value: 77 })).wait()
    await Promise.all(heard)
    await socket.destroy()
  })
})
