const { loadFixture } = require('@nomicfoundation/hardhat-toolbox/network-helpers')
const { PANIC_CODES } = require('@nomicfoundation/hardhat-chai-matchers/panic')

module.exports = { loadFixture, PANIC_CODES }
