const assert = require('node:assert/strict')
const { before, describe, it } = require('node:test')
const Eth = require('web3-eth')
const { abi, bytecode } = require('../Vault.json')

const url = process.env.CAMBIUM_URL
const publishedKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

describe('web3.js 1', () => {
  let eth, accounts, vault
  before(async () => {
    eth = new Eth(url)
    accounts = await eth.getAccounts()
    vault = await new eth.Contract(abi).deploy({ data: bytecode }).send({ from: accounts[0] })
  })

  it('sends without a price, and decodes events', async () => {
    const receipt = await vault.methods.deposit().send({ from: accounts[0], value: 5 })
    assert.equal(receipt.events.Paid.returnValues.amount, '5')
    assert.equal((await vault.getPastEvents('Paid', { fromBlock: 0 })).length, 1)
    assert.equal(await vault.methods.deposits(accounts[0]).call(), '5')
  })

  it('reports failing transactions, before and after they are in a block', async () => {
    await assert.rejects(vault.methods.close().send({ from: accounts[0] }), /execution reverted/)
    await assert.rejects(
      vault.methods.close().send({ from: accounts[0], gas: 100_000 }),
      /reverted by the EVM/,
    )
  })

  it('signs transactions with its own accounts', async () => {
    const { address } = eth.accounts.wallet.add(publishedKey)
    const { status } = await eth.sendTransaction({ from: address, to: accounts[0], value: 1, gas: 21_000 })
    assert.equal(status, true)
  })

  it('signs messages with accounts of the chain, which recovers their signer', async () => {
    const signature = await eth.personal.sign('hi', accounts[0], '')
    assert.equal(eth.accounts.recover('hi', signature), accounts[0])
    assert.equal((await eth.personal.ecRecover('hi', signature)).toLowerCase(), accounts[0].toLowerCase())
  })

  it('finds a node that listens, and moves its time', async () => {
    assert.equal(await eth.net.isListening(), true)
    const latest = async () => (await eth.getBlock('latest')).timestamp
    const before = await latest()
    await send('evm_increaseTime', 1000)
    await send('evm_mine')
    assert.ok((await latest()) >= before + 1000)
  })

  it('receives blocks and events over WebSocket', async () => {
    const socket = new Eth(url.replace('http', 'ws'))
    const heads = socket.subscribe('newBlockHeaders')
    const events = new socket.Contract(abi, vault.options.address).events.Paid()
    const heard = [heads, events].map((source) => new Promise((resolve) => source.once('data', resolve)))
    await Promise.all(
      [heads, events].map((source) => new Promise((resolve) => source.once('connected', resolve))),
    )
    await vault.methods.deposit().send({ from: accounts[0], value: 6 })
    const [, { returnValues }] = await Promise.all(heard)
    assert.equal(returnValues.amount, '6')
    socket.currentProvider.disconnect()
  })

  const send = (method, ...params) =>
    new Promise((resolve, reject) =>
      eth.currentProvider.send({ jsonrpc: '2.0', id: 1, method, params }, (error, answer) =>
        error ? reject(error) : resolve(answer.result),
      ),
    )
})
