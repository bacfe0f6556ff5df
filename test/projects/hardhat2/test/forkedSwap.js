const routerArtifact = require('@uniswap/v2-periphery/build/UniswapV2Router02.json')
const helpers = require('@nomicfoundation/hardhat-toolbox/network-helpers')
const { expect } = require('chai')
const { ethers, network } = require('hardhat')
const { readFileSync } = require('node:fs')

/* Contracts that exist only on the origin of the fork, which forkOrigin.js made. */

describe('a fork', () => {
  const origin = JSON.parse(readFileSync('origin.json', 'utf8'))
  const { rich, block } = origin
  let router
  let token
  let holder

  const connect = async () => {
    await helpers.impersonateAccount(rich)
    holder = await ethers.getSigner(rich)
    router = new ethers.Contract(origin.router, routerArtifact.abi, holder)
    token = (await ethers.getContractAt('Token', origin.token)).connect(holder)
  }
  const deadline = async () => (await helpers.time.latest()) + 3600

  before(connect)

  it('swaps coins for tokens as an impersonated account of the origin', async () => {
    const path = [origin.wrapped, origin.token]
    const [, quoted] = await router.getAmountsOut(ethers.parseEther('1'), path)
    const value = ethers.parseEther('1')
    await expect(
      router.swapExactETHForTokens(quoted, path, rich, await deadline(), { value }),
    ).to.changeTokenBalance(token, rich, quoted)
  })

  it('swaps tokens for coins, and undoes it with a snapshot', async () => {
    const snapshot = await helpers.takeSnapshot()
    await token.approve(router, ethers.MaxUint256)
    const before = await token.balanceOf(rich)
    const path = [origin.token, origin.wrapped]
    await router.swapExactTokensForETH(ethers.parseEther('10'), 0, path, rich, await deadline())
    expect(before - (await token.balanceOf(rich))).to.equal(ethers.parseEther('10'))
    await snapshot.restore()
    expect(await token.balanceOf(rich)).to.equal(before)
  })

  it('restarts at the block of the origin after a reset with forking', async () => {
    const jsonRpcUrl = process.env.ORIGIN_URL
    await network.provider.send('hardhat_reset', [{ forking: { jsonRpcUrl, blockNumber: block } }])
    expect(await ethers.provider.send('eth_blockNumber', [])).to.equal(ethers.toQuantity(block))
    await connect()
    expect(await token.balanceOf(rich)).to.equal(ethers.parseEther('500'))
    await token.transfer('0x1111111111111111111111111111111111111111', 5n)
    expect(await token.balanceOf(rich)).to.equal(ethers.parseEther('500') - 5n)
  })

  it('has accounts with funds of its own', async () => {
    const [first] = await ethers.getSigners()
    await first.sendTransaction({ to: rich, value: 1n })
    expect(await ethers.provider.getBalance(first.address)).to.be.above(ethers.parseEther('100'))
  })
})
