const { expect } = require('chai')
const { ignition, ethers } = require('hardhat')
const registerModule = require('../ignition/modules/Register')

describe('Ignition', () => {
  it('deploys a module inside a test, and its contracts know each other', async () => {
    const { register, reader } = await ignition.deploy(registerModule)
    expect(await register.value()).to.equal(77n)
    expect(await reader.register()).to.equal(await register.getAddress())
    expect(await ethers.provider.getBalance(reader)).to.equal(5n)
  })
})
