import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { network } from 'hardhat'

describe('Vault', async () => {
  const { viem, ethers, networkHelpers } = await network.create()
  const fixture = () => networkHelpers.loadFixture(deployVault)
  async function deployVault() {
    const [owner] = await viem.getWalletClients()
    return { vault: await viem.deployContract('Vault'), owner }
  }

  it('names custom errors with their arguments', async () => {
    const { vault } = await fixture()
    await viem.assertions.revertWithCustomErrorWithArgs(vault.write.take([5n]), vault, 'TooMuch', [5n, 0n])
    await viem.assertions.revertWithCustomError(vault.write.close(), vault, 'Closed')
  })

  it('recognises reverts without a reason and panics', async () => {
    const { vault } = await fixture()
    await viem.assertions.revert(vault.write.silent())
    await viem.assertions.revert(vault.read.divide([0n]))
    await viem.assertions.revert(vault.read.check([false]))
  })

  it('emits events with their arguments', async () => {
    const { vault, owner } = await fixture()
    await viem.assertions.emitWithArgs(vault.write.deposit({ value: 7n }), vault, 'Paid', [
      (by) => by.toLowerCase() === owner.account.address.toLowerCase(),
      7n,
    ])
    assert.equal(await vault.read.deposits([owner.account.address]), 7n)
  })

  it('changes balances by the amount that is paid', async () => {
    const { vault } = await fixture()
    await viem.assertions.balancesHaveChanged(vault.write.deposit({ value: 9n }), [
      { address: vault.address, amount: 9n },
    ])
  })

  it('is used through ethers', async () => {
    const [signer] = await ethers.getSigners()
    const vault = await ethers.deployContract('Vault')
    await (await vault.deposit({ value: 4n })).wait()
    assert.equal(await vault.deposits(signer.address), 4n)
    await assert.rejects(vault.close(), /Closed|reverted/)
  })
})
