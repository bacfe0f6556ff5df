const { expect } = require('chai')
const { ethers, upgrades } = require('hardhat')

/* OpenZeppelin's upgrades. They keep a manifest of deployments by chain, which a second run reads again. */

describe('OpenZeppelin upgrades', () => {
  it('deploy and upgrade a transparent proxy', async () => {
    const box = await upgrades.deployProxy(await ethers.getContractFactory('Box'), [42])
    expect(await box.value()).to.equal(42)
    const second = await upgrades.upgradeProxy(box, await ethers.getContractFactory('BoxV2'))
    await second.increment()
    expect(await second.value()).to.equal(43)
    expect(second.target).to.equal(box.target)
  })

  it('deploy and upgrade a UUPS proxy', async () => {
    const [, other] = await ethers.getSigners()
    const Box = await ethers.getContractFactory('OwnedBox')
    const box = await upgrades.deployProxy(Box, [1], { kind: 'uups' })
    const second = await upgrades.upgradeProxy(box, await ethers.getContractFactory('OwnedBoxV2'))
    await second.increment()
    expect(await second.value()).to.equal(2)
    await expect(second.connect(other).increment()).to.be.revertedWithCustomError(
      second,
      'OwnableUnauthorizedAccount',
    )
  })

  it('deploy a beacon with two proxies and upgrade both at once', async () => {
    const Box = await ethers.getContractFactory('Box')
    const beacon = await upgrades.deployBeacon(Box)
    const first = await upgrades.deployBeaconProxy(beacon, Box, [1])
    const second = await upgrades.deployBeaconProxy(beacon, Box, [2])
    const BoxV2 = await ethers.getContractFactory('BoxV2')
    await upgrades.upgradeBeacon(beacon, BoxV2)
    await BoxV2.attach(second.target).increment()
    expect([await first.value(), await second.value()]).to.deep.equal([1n, 3n])
  })

  it('refuse an unsafe change of the storage', async () => {
    const box = await upgrades.deployProxy(await ethers.getContractFactory('Box'), [42])
    const Vault = await ethers.getContractFactory('Vault')
    await expect(upgrades.upgradeProxy(box, Vault)).to.be.rejectedWith(/unsafe|incompatible/i)
  })
})
