const factoryArtifact = require('@uniswap/v2-core/build/UniswapV2Factory.json')
const routerArtifact = require('@uniswap/v2-periphery/build/UniswapV2Router02.json')
const wrappedArtifact = require('@uniswap/v2-periphery/build/WETH9.json')
const { time } = require('@nomicfoundation/hardhat-toolbox/network-helpers')
const { ethers } = require('hardhat')
const { writeFileSync } = require('node:fs')

/* Uniswap v2 with a pair, on the chain that forkedSwap.js forks. */

const deploy = async (signer, { abi, bytecode }, ...parameters) =>
  new ethers.ContractFactory(abi, bytecode, signer).deploy(...parameters)

describe('the origin of a fork', () => {
  it('has a pair of Uniswap with liquidity', async () => {
    const [owner] = await ethers.getSigners()
    const factory = await deploy(owner, factoryArtifact, owner.address)
    const wrapped = await deploy(owner, wrappedArtifact)
    const router = await deploy(owner, routerArtifact, factory.target, wrapped.target)
    const token = await ethers.deployContract('Token', [ethers.parseEther('1000000')])
    await token.approve(router, ethers.MaxUint256)
    const deadline = (await time.latest()) + 3600
    const value = ethers.parseEther('10')
    await router.addLiquidityETH(token, ethers.parseEther('1000'), 0, 0, owner.address, deadline, { value })
    // A holder of tokens and coins whose key is unknown.
    const rich = '0x00000000000000000000000000000000000f0f0f'
    await token.transfer(rich, ethers.parseEther('500'))
    await owner.sendTransaction({ to: rich, value: ethers.parseEther('20') })
    const block = await ethers.provider.getBlockNumber()
    const addresses = { router: router.target, token: token.target, wrapped: wrapped.target, rich, block }
    writeFileSync('origin.json', JSON.stringify(addresses))
  })
})
