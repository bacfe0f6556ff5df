const { time, loadFixture } = require('@nomicfoundation/hardhat-toolbox/network-helpers')
const { anyValue } = require('@nomicfoundation/hardhat-chai-matchers/withArgs')
const { expect } = require('chai')
const { ethers } = require('hardhat')

describe('Lock', () => {
  const lockedAmount = 1_000_000_000n
  const year = 365 * 24 * 60 * 60

  async function deployOneYearLock() {
    const unlockTime = (await time.latest()) + year
    const [owner, other] = await ethers.getSigners()
    const Lock = await ethers.getContractFactory('Lock')
    const lock = await Lock.deploy(unlockTime, { value: lockedAmount })
    return { lock, unlockTime, owner, other }
  }

  describe('deployment', () => {
    it('sets the unlock time', async () => {
      const { lock, unlockTime } = await loadFixture(deployOneYearLock)
      expect(await lock.unlockTime()).to.equal(unlockTime)
    })

    it('sets the owner', async () => {
      const { lock, owner } = await loadFixture(deployOneYearLock)
      expect(await lock.owner()).to.equal(owner.address)
    })

    it('keeps the payment', async () => {
      const { lock } = await loadFixture(deployOneYearLock)
      expect(await ethers.provider.getBalance(lock.target)).to.equal(lockedAmount)
    })

    it('fails for a moment in the past', async () => {
      const latest = await time.latest()
      const Lock = await ethers.getContractFactory('Lock')
      await expect(Lock.deploy(latest, { value: 1 })).to.be.revertedWith(
        'Unlock time should be in the future',
      )
    })
  })

  describe('withdrawals', () => {
    it('are refused too soon', async () => {
      const { lock } = await loadFixture(deployOneYearLock)
      await expect(lock.withdraw()).to.be.revertedWith("You can't withdraw yet")
    })

    it('are refused to others', async () => {
      const { lock, unlockTime, other } = await loadFixture(deployOneYearLock)
      await time.increaseTo(unlockTime)
      await expect(lock.connect(other).withdraw()).to.be.revertedWith("You aren't the owner")
    })

    it('succeed for the owner after the moment', async () => {
      const { lock, unlockTime } = await loadFixture(deployOneYearLock)
      await time.increaseTo(unlockTime)
      await expect(lock.withdraw()).not.to.be.reverted
    })

    it('emit an event', async () => {
      const { lock, unlockTime } = await loadFixture(deployOneYearLock)
      await time.increaseTo(unlockTime)
      await expect(lock.withdraw()).to.emit(lock, 'Withdrawal').withArgs(lockedAmount, anyValue)
    })

    it('pay the owner', async () => {
      const { lock, unlockTime, owner } = await loadFixture(deployOneYearLock)
      await time.increaseTo(unlockTime)
      await expect(lock.withdraw()).to.changeEtherBalances([owner, lock], [lockedAmount, -lockedAmount])
    })
  })
})
