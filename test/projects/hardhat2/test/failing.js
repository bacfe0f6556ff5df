const { ethers } = require('hardhat')

describe('a failing test', () => {
  it('of a call', async () => {
    const vault = await ethers.deployContract('Vault')
    await vault.take(5n)
  })
  it('of a transaction', async () => {
    const vault = await ethers.deployContract('Vault')
    await vault.take(5n, { gasLimit: 100_000 })
  })
})
