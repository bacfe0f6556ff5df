import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { network } from 'hardhat'
import { getAddress } from 'viem'

describe('Lock', async () => {
  const { viem, networkHelpers } = await network.create()
  const { time } = networkHelpers
  const lockedAmount = 1_000_000_000n
  const year = 365 * 24 * 60 * 60

  async function deployOneYearLock() {
    const unlockTime = BigInt((await time.latest()) + year)
    const [owner, other] = await viem.getWalletClients()
    const lock = await viem.deployContract('Lock', [unlockTime], { value: lockedAmount })
    return { lock, unlockTime, owner, other, publicClient: await viem.getPublicClient() }
  }
  const fixture = () => networkHelpers.loadFixture(deployOneYearLock)

  it('has an owner, a moment and the payment', async () => {
    const { lock, unlockTime, owner, publicClient } = await fixture()
    assert.equal(await lock.read.unlockTime(), unlockTime)
    assert.equal(await lock.read.owner(), getAddress(owner.account.address))
    assert.equal(await publicClient.getBalance({ address: lock.address }), lockedAmount)
  })

  it('cannot have a moment in the past', async () => {
    const latest = BigInt(await time.latest())
    await viem.assertions.revertWith(
      viem.deployContract('Lock', [latest], { value: 1n }),
      'Unlock time should be in the future',
    )
  })

  it('refuses withdrawals that are too soon', async () => {
    const { lock } = await fixture()
    await viem.assertions.revertWith(lock.write.withdraw(), "You can't withdraw yet")
  })

  it('refuses withdrawals of others', async () => {
    const { lock, unlockTime, other } = await fixture()
    await time.increaseTo(unlockTime)
    await viem.assertions.revertWith(lock.write.withdraw({ account: other.account }), "You aren't the owner")
  })

  it('emits an event and pays the owner', async () => {
    const { lock, unlockTime, owner } = await fixture()
    await time.increaseTo(unlockTime)
    await viem.assertions.emit(lock.write.withdraw(), lock, 'Withdrawal')
    assert.equal(await (await viem.getPublicClient()).getBalance({ address: lock.address }), 0n)
    assert.ok(owner)
  })
})
