const helpers = require('@nomicfoundation/hardhat-toolbox/network-helpers')
const { expect } = require('chai')
const { ethers } = require('hardhat')

/* Every helper of the package hardhat-network-helpers. */

const stranger = `0x${'5a'.repeat(20)}`

describe('network helpers', () => {
  let start
  beforeEach(async () => {
    start = await helpers.takeSnapshot()
  })
  afterEach(() => start.restore())

  it('set a balance', async () => {
    await helpers.setBalance(stranger, 123n)
    expect(await ethers.provider.getBalance(stranger)).to.equal(123n)
  })

  it('impersonate an account', async () => {
    await helpers.setBalance(stranger, ethers.parseEther('1'))
    await helpers.impersonateAccount(stranger)
    const signer = await ethers.getSigner(stranger)
    const vault = await ethers.deployContract('Vault')
    await expect(vault.connect(signer).deposit({ value: 5 })).to.emit(vault, 'Paid')
    await helpers.stopImpersonatingAccount(stranger)
    await expect(signer.sendTransaction({ to: stranger, value: 1 })).to.be.rejected
  })

  it('set code', async () => {
    const vault = await ethers.deployContract('Vault')
    await helpers.setCode(stranger, await ethers.provider.getCode(vault))
    const copy = await ethers.getContractAt('Vault', stranger)
    await copy.set(4)
    expect(await copy.number()).to.equal(4)
  })

  it('set a storage cell', async () => {
    const vault = await ethers.deployContract('Vault')
    await helpers.setStorageAt(vault.target, 0, 99)
    expect(await vault.number()).to.equal(99)
    expect(await helpers.getStorageAt(vault.target, 0)).to.equal(ethers.toBeHex(99, 32))
  })

  it('set a nonce', async () => {
    await helpers.setNonce(stranger, 42)
    expect(await ethers.provider.getTransactionCount(stranger)).to.equal(42)
  })

  it('mine blocks, with and without an interval', async () => {
    const before = await helpers.time.latestBlock()
    await helpers.mine(5)
    expect(await helpers.time.latestBlock()).to.equal(before + 5)
    const moment = await helpers.time.latest()
    await helpers.mine(3, { interval: 60 })
    expect((await helpers.time.latest()) - moment).to.be.at.least(120)
  })

  it('mine up to a block', async () => {
    const target = (await helpers.time.latestBlock()) + 7
    await helpers.mineUpTo(target)
    expect(await helpers.time.latestBlock()).to.equal(target)
  })

  it('move the time', async () => {
    const moment = await helpers.time.latest()
    await helpers.time.increase(3600)
    expect(await helpers.time.latest()).to.be.at.least(moment + 3600)
    await helpers.time.increaseTo(moment + 7200)
    expect(await helpers.time.latest()).to.equal(moment + 7200)
  })

  it('set the timestamp of the next block', async () => {
    const next = (await helpers.time.latest()) + 1000
    await helpers.time.setNextBlockTimestamp(next)
    await helpers.mine()
    expect(await helpers.time.latest()).to.equal(next)
  })

  it('restore a snapshot', async () => {
    const vault = await ethers.deployContract('Vault')
    await vault.set(1)
    const snapshot = await helpers.takeSnapshot()
    await vault.set(2)
    await snapshot.restore()
    expect(await vault.number()).to.equal(1)
  })

  it('set the coinbase', async () => {
    await helpers.setCoinbase(stranger)
    await helpers.mine()
    const block = await ethers.provider.getBlock('latest')
    expect(block.miner.toLowerCase()).to.equal(stranger)
  })

  it('drop a transaction of the pool', async () => {
    const [owner] = await ethers.getSigners()
    await ethers.provider.send('evm_setAutomine', [false])
    try {
      const { hash } = await owner.sendTransaction({ to: stranger, value: 1, gasLimit: 21_000 })
      await helpers.dropTransaction(hash)
      await helpers.mine()
      expect(await ethers.provider.getTransactionReceipt(hash)).to.equal(null)
    } finally {
      await ethers.provider.send('evm_setAutomine', [true])
    }
  })

  it('set the block gas limit', async () => {
    await helpers.setBlockGasLimit(12_000_000)
    await helpers.mine()
    expect((await ethers.provider.getBlock('latest')).gasLimit).to.equal(12_000_000n)
  })
})
