const { loadFixture, PANIC_CODES } = require('./fixtures')
const { expect } = require('chai')
const { ethers } = require('hardhat')

describe('Vault', () => {
  async function deployVault() {
    const [owner, other] = await ethers.getSigners()
    return { vault: await ethers.deployContract('Vault'), owner, other }
  }

  it('emits the payer and the amount of a deposit', async () => {
    const { vault, owner } = await loadFixture(deployVault)
    await expect(vault.deposit({ value: 7 }))
      .to.emit(vault, 'Paid')
      .withArgs(owner.address, 7)
  })

  it('receives and returns coins', async () => {
    const { vault, owner } = await loadFixture(deployVault)
    await expect(vault.deposit({ value: 7 })).to.changeEtherBalance(vault, 7)
    await expect(vault.take(7)).to.changeEtherBalance(owner, 7)
  })

  it('reverts with a custom error and its arguments', async () => {
    const { vault } = await loadFixture(deployVault)
    await expect(vault.take(5)).to.be.revertedWithCustomError(vault, 'TooMuch').withArgs(5, 0)
  })

  it('reverts with a custom error without arguments', async () => {
    const { vault } = await loadFixture(deployVault)
    await expect(vault.close()).to.be.revertedWithCustomError(vault, 'Closed')
  })

  it('reverts without a reason', async () => {
    const { vault } = await loadFixture(deployVault)
    await expect(vault.silent()).to.be.revertedWithoutReason(ethers)
  })

  it('panics at a division by zero', async () => {
    const { vault } = await loadFixture(deployVault)
    await expect(vault.divide(0)).to.be.revertedWithPanic(PANIC_CODES.DIVISION_BY_ZERO)
    expect(await vault.divide(1)).to.equal(1)
  })

  it('panics at a failed assertion', async () => {
    const { vault } = await loadFixture(deployVault)
    await expect(vault.check(false)).to.be.revertedWithPanic(PANIC_CODES.ASSERTION_ERROR)
  })

  it('accepts plain payments', async () => {
    const { vault, other } = await loadFixture(deployVault)
    await expect(other.sendTransaction({ to: vault, value: 3 })).to.changeEtherBalances(
      [other, vault],
      [-3, 3],
    )
  })
})
