const factoryArtifact = require('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json')
const poolArtifact = require('@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json')
const positionsArtifact = require('@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json')
const routerArtifact = require('@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json')
const wrappedArtifact = require('@uniswap/v2-periphery/build/WETH9.json')
const { time } = require('@nomicfoundation/hardhat-toolbox/network-helpers')
const { expect } = require('chai')
const { ethers } = require('hardhat')

/* Uniswap v3 as its packages ship it. */

const deploy = async (signer, { abi, bytecode }, ...parameters) =>
  new ethers.ContractFactory(abi, bytecode, signer).deploy(...parameters)

describe('Uniswap v3', () => {
  const fee = 3000
  const even = 2n ** 96n
  let owner
  let tokens
  let factory
  let positions
  let router
  let deadline

  before(async () => {
    ;[owner] = await ethers.getSigners()
    factory = await deploy(owner, factoryArtifact)
    const wrapped = await deploy(owner, wrappedArtifact)
    positions = await deploy(owner, positionsArtifact, factory.target, wrapped.target, ethers.ZeroAddress)
    router = await deploy(owner, routerArtifact, factory.target, wrapped.target)
    const supply = ethers.parseEther('1000000')
    const pair = [
      await ethers.deployContract('Token', [supply]),
      await ethers.deployContract('Token', [supply]),
    ]
    tokens = pair.sort((one, other) => (BigInt(one.target) < BigInt(other.target) ? -1 : 1))
    for (const token of tokens) {
      await token.approve(positions, ethers.MaxUint256)
      await token.approve(router, ethers.MaxUint256)
    }
    deadline = (await time.latest()) + 3600
  })

  it('creates a pool at a price', async () => {
    const [one, other] = tokens
    await positions.createAndInitializePoolIfNecessary(one, other, fee, even)
    const pool = await ethers.getContractAt(poolArtifact.abi, await factory.getPool(one, other, fee))
    const { sqrtPriceX96, tick } = await pool.slot0()
    expect([sqrtPriceX96, tick]).to.deep.equal([even, 0n])
  })

  it('mints a position over the whole range', async () => {
    const amount = ethers.parseEther('1000')
    await positions.mint({
      token0: tokens[0],
      token1: tokens[1],
      fee,
      tickLower: -887220,
      tickUpper: 887220,
      amount0Desired: amount,
      amount1Desired: amount,
      amount0Min: 0,
      amount1Min: 0,
      recipient: owner.address,
      deadline,
    })
    expect(await positions.ownerOf(1)).to.equal(owner.address)
  })

  it('swaps in the pool, and emits the amounts that the swap returned', async () => {
    const swap = {
      tokenIn: tokens[0],
      tokenOut: tokens[1],
      fee,
      recipient: owner.address,
      deadline,
      amountIn: ethers.parseEther('10'),
      amountOutMinimum: 0,
      sqrtPriceLimitX96: 0,
    }
    const expected = await router.exactInputSingle.staticCall(swap)
    expect(expected).to.be.within(ethers.parseEther('9.8'), ethers.parseEther('10'))
    await expect(router.exactInputSingle(swap)).to.changeTokenBalance(tokens[1], owner, expected)
    await expect(
      router.exactInputSingle({ ...swap, amountOutMinimum: ethers.parseEther('10') }),
    ).to.be.revertedWith('Too little received')
  })

  it('removes liquidity and collects', async () => {
    const { liquidity } = await positions.positions(1)
    const removal = { tokenId: 1, liquidity, amount0Min: 0, amount1Min: 0, deadline }
    await positions.decreaseLiquidity(removal)
    const most = 2n ** 128n - 1n
    const collection = { tokenId: 1, recipient: owner.address, amount0Max: most, amount1Max: most }
    await expect(positions.collect(collection)).to.emit(positions, 'Collect')
    await positions.burn(1)
    await expect(positions.ownerOf(1)).to.be.revertedWith('ERC721: owner query for nonexistent token')
  })
})
