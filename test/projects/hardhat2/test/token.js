const { loadFixture } = require('@nomicfoundation/hardhat-toolbox/network-helpers')
const { expect } = require('chai')
const { ethers } = require('hardhat')

describe('Token', () => {
  async function deployToken() {
    const [owner, friend, stranger] = await ethers.getSigners()
    const token = await ethers.deployContract('Token', [1000n])
    return { token, owner, friend, stranger }
  }

  it('gives the supply to its deployer', async () => {
    const { token, owner } = await loadFixture(deployToken)
    expect(await token.balanceOf(owner)).to.equal(await token.totalSupply())
  })

  it('moves tokens with an event', async () => {
    const { token, owner, friend } = await loadFixture(deployToken)
    await expect(token.transfer(friend, 50))
      .to.emit(token, 'Transfer')
      .withArgs(owner.address, friend.address, 50)
  })

  it('changes the balances of both sides', async () => {
    const { token, owner, friend } = await loadFixture(deployToken)
    await expect(token.transfer(friend, 50)).to.changeTokenBalances(token, [owner, friend], [-50, 50])
    await expect(token.connect(friend).transfer(owner, 20)).to.changeTokenBalance(token, owner, 20)
  })

  it('refuses an amount above the balance with a custom error', async () => {
    const { token, owner, stranger } = await loadFixture(deployToken)
    await expect(token.connect(stranger).transfer(owner, 1))
      .to.be.revertedWithCustomError(token, 'ERC20InsufficientBalance')
      .withArgs(stranger.address, 0, 1)
  })

  it('lets a spender use an allowance', async () => {
    const { token, owner, friend, stranger } = await loadFixture(deployToken)
    await token.approve(friend, 30)
    await token.connect(friend).transferFrom(owner, stranger, 30)
    expect(await token.balanceOf(stranger)).to.equal(30)
    await expect(token.connect(friend).transferFrom(owner, stranger, 1)).to.be.revertedWithCustomError(
      token,
      'ERC20InsufficientAllowance',
    )
  })

  it('finds its past events', async () => {
    const { token, friend } = await loadFixture(deployToken)
    await token.transfer(friend, 5)
    const events = await token.queryFilter(token.filters.Transfer(null, friend.address))
    expect(events.map(({ args }) => args.value)).to.deep.equal([5n])
  })
})
