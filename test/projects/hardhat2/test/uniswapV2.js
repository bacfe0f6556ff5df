const factoryArtifact = require('@uniswap/v2-core/build/UniswapV2Factory.json')
const pairArtifact = require('@uniswap/v2-core/build/UniswapV2Pair.json')
const routerArtifact = require('@uniswap/v2-periphery/build/UniswapV2Router02.json')
const wrappedArtifact = require('@uniswap/v2-periphery/build/WETH9.json')
const { time } = require('@nomicfoundation/hardhat-toolbox/network-helpers')
const { expect } = require('chai')
const { ethers } = require('hardhat')

/* Uniswap v2 as its packages ship it. The router computes the addresses of pairs from the hash of the pair's code. */

const deploy = async (signer, { abi, bytecode }, ...parameters) =>
  new ethers.ContractFactory(abi, bytecode, signer).deploy(...parameters)

describe('Uniswap v2', () => {
  let owner
  let token
  let router
  let factory
  let wrapped
  let deadline

  before(async () => {
    ;[owner] = await ethers.getSigners()
    factory = await deploy(owner, factoryArtifact, owner.address)
    wrapped = await deploy(owner, wrappedArtifact)
    router = await deploy(owner, routerArtifact, factory.target, wrapped.target)
    token = await ethers.deployContract('Token', [ethers.parseEther('1000000')])
    deadline = (await time.latest()) + 3600
  })

  it('adds liquidity to a pair that the router creates', async () => {
    await token.approve(router, ethers.MaxUint256)
    await router.addLiquidityETH(token, ethers.parseEther('1000'), 0, 0, owner.address, deadline, {
      value: ethers.parseEther('10'),
    })
    const pair = await ethers.getContractAt(pairArtifact.abi, await factory.getPair(token, wrapped))
    const [first, second] = await pair.getReserves()
    expect([first, second].sort()).to.deep.equal([ethers.parseEther('1000'), ethers.parseEther('10')].sort())
    expect(await pair.balanceOf(owner)).to.be.above(0)
  })

  it('swaps coins for tokens at the quoted price', async () => {
    const path = [wrapped.target, token.target]
    const [, quoted] = await router.getAmountsOut(ethers.parseEther('1'), path)
    await expect(
      router.swapExactETHForTokens(quoted, path, owner.address, deadline, { value: ethers.parseEther('1') }),
    ).to.changeTokenBalance(token, owner, quoted)
  })

  it('swaps tokens for coins, and refuses a worse price than the caller accepts', async () => {
    const path = [token.target, wrapped.target]
    const amount = ethers.parseEther('10')
    await router.swapExactTokensForETH(amount, 0, path, owner.address, deadline)
    await expect(
      router.swapExactTokensForETH(amount, ethers.parseEther('5'), path, owner.address, deadline),
    ).to.be.revertedWith('UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT')
  })

  it('removes liquidity', async () => {
    const pair = await ethers.getContractAt(pairArtifact.abi, await factory.getPair(token, wrapped))
    const liquidity = await pair.balanceOf(owner)
    await pair.approve(router, liquidity)
    await router.removeLiquidityETH(token, liquidity, 0, 0, owner.address, deadline)
    expect(await pair.balanceOf(owner)).to.equal(0)
  })
})
