const { time } = require('@nomicfoundation/hardhat-network-helpers')
const { expect } = require('chai')
const { ethers } = require('hardhat')

/*
 * Differences that assertions of Ethereum's projects see on Rootstock, with OpenZeppelin's ERC-20: each test has the
 * difference first, then an assertion that does not depend on it. They are the rows of "What a test sees" in docs/dev.md.
 */

const supply = 1_000n

describe('a test that was written for Ethereum', () => {
  const { provider } = ethers
  let token
  let owner
  let other
  beforeEach(async () => {
    ;[owner, other] = await ethers.getSigners()
    token = await ethers.deployContract('Token', [supply])
  })

  it('sees a different gas of creation, and compares with the estimate', async () => {
    const factory = await ethers.getContractFactory('Token')
    const creation = await factory.getDeployTransaction(supply)
    const receipt = await token.deploymentTransaction().wait()
    expect(receipt.gasUsed).to.be.lessThanOrEqual(await provider.estimateGas({ ...creation, from: owner }))
  })

  it('sees no warm and cold accesses, and compares two runs on the same chain', async () => {
    const reader = ethers.Wallet.createRandom().address
    const read = `73${other.address.slice(2)}3150`
    await provider.send('hardhat_setCode', [
      reader,
      `0x5a${read}5a${read}5a604052602052600052606060 00f3`.replace(' ', ''),
    ])
    const [before, between, after] = ethers.AbiCoder.defaultAbiCoder().decode(
      ['uint256', 'uint256', 'uint256'],
      await provider.call({ to: reader }),
    )
    expect(before - between).to.equal(between - after)
  })

  it('sees a different gas of storage, and asserts which of two calls costs more', async () => {
    const first = await (await token.transfer(ethers.Wallet.createRandom(), 1n)).wait()
    await (await token.transfer(other, 1n)).wait()
    const again = await (await token.transfer(other, 1n)).wait()
    expect(first.gasUsed).to.be.greaterThan(again.gasUsed)
  })

  it('sees refunds of up to half of the gas', async () => {
    const whole = await token.balanceOf(owner)
    await (await token.transfer(other, whole - 1n)).wait()
    const estimate = await token.transfer.estimateGas(other, 1n)
    const { gasUsed } = await (await token.transfer(other, 1n)).wait()
    expect(gasUsed).to.be.lessThan(estimate)
    expect(gasUsed).to.be.greaterThanOrEqual(estimate / 2n)
  })

  it('sees no fee at the gas price 0, and subtracts that of the receipt', async () => {
    const before = await provider.getBalance(owner)
    const receipt = await (await owner.sendTransaction({ to: other, value: 5n })).wait()
    expect(await provider.getBalance(owner)).to.equal(before - 5n - receipt.fee)
    expect(receipt.fee).to.equal(0n)
  })

  it('sees a second between blocks, and sets the time that it needs', async () => {
    const start = await time.latest()
    await token.transfer(other, 1n)
    await token.transfer(other, 1n)
    expect(await time.latest()).to.be.greaterThanOrEqual(start + 2)
    await time.increaseTo(start + 1_000)
    expect(await time.latest()).to.equal(start + 1_000)
  })

  it('sees a failed transaction with explicit gas in a block, and waits for its receipt', async () => {
    const sent = await token.transfer(other, supply + 1n, { gasLimit: 100_000 })
    expect(sent.hash).to.match(/^0x/)
    await expect(sent.wait()).to.be.rejectedWith('transaction execution reverted')
    await expect(token.transfer(other, supply + 1n)).to.be.revertedWithCustomError(
      token,
      'ERC20InsufficientBalance',
    )
  })

  it('has PUSH0, MCOPY and transient storage, and no blobs', async () => {
    await provider.call({ data: '0x5f00' })
    await provider.call({ data: '0x5f5f5f5e00' })
    await provider.call({ data: '0x5f5f5d5f5c00' })
    await expect(provider.call({ data: '0x5f4900' })).to.be.rejectedWith('invalid opcode')
    await expect(provider.call({ data: '0x4a00' })).to.be.rejectedWith('invalid opcode')
  })

  it('has contracts of the same size, within the gas of a transaction', async () => {
    const creating = (length) => ethers.concat(['0x61', ethers.toBeHex(length, 2), '0x5ff3'])
    await provider.call({ data: creating(24_576) })
    await expect(provider.call({ data: creating(24_577) })).to.be.rejectedWith('deployed code too large')
  })

  it('sees less gas for a transaction than for a block, and omits the gas', async () => {
    const { gasLimit } = await provider.getBlock('latest')
    await expect(token.transfer(other, 1n, { gasLimit })).to.be.rejectedWith('exceeds block gas limit')
    await token.transfer(other, 1n)
  })

  it('sees finality after ten blocks, and mines them', async () => {
    await provider.send('hardhat_mine', ['0xa'])
    const latest = await provider.getBlockNumber()
    expect((await provider.getBlock('safe')).number).to.equal(latest - 5)
    expect((await provider.getBlock('finalized')).number).to.equal(latest - 10)
  })

  it('sees no members of a fee market, and asks for the gas price', async () => {
    const block = await provider.getBlock('latest')
    expect(block.baseFeePerGas).to.equal(null)
    const { gasPrice, maxFeePerGas } = await provider.getFeeData()
    expect(maxFeePerGas).to.equal(null)
    expect(gasPrice).to.be.a('bigint')
    const { type, maxFeePerGas: offered } = await owner.sendTransaction({ to: other })
    expect([type, offered ?? null]).to.deep.equal([0, null])
  })

  it('sees the difficulty instead of a random number', async () => {
    const { difficulty } = await provider.getBlock('latest')
    const output = await provider.call({ data: '0x445f5260205ff3' })
    expect(BigInt(output)).to.equal(difficulty)
  })

  it('sees the chain id 33 in signed data, and asks for it', async () => {
    const { chainId } = await provider.getNetwork()
    const [domain, types] = [{ name: 'Token', chainId }, { Note: [{ name: 'text', type: 'string' }] }]
    const signature = await owner.signTypedData(domain, types, { text: 'hello' })
    expect(chainId).to.equal(33n)
    expect(ethers.verifyTypedData(domain, types, { text: 'hello' }, signature)).to.equal(owner.address)
  })
})
