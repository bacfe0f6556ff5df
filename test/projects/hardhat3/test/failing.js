import { describe, it } from 'node:test'
import { network } from 'hardhat'

describe('a failing test', async () => {
  const { viem, ethers } = await network.create()

  it('of viem', async () => {
    const vault = await viem.deployContract('Vault')
    await vault.write.take([5n])
  })

  it('of ethers', async () => {
    const vault = await ethers.deployContract('Vault')
    await vault.take(5n)
  })
})
