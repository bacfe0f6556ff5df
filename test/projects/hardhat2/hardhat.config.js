require('@nomicfoundation/hardhat-toolbox')
require('@openzeppelin/hardhat-upgrades')
const { subtask } = require('hardhat/config')
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require('hardhat/builtin-tasks/task-names')

/* The compiler comes from npm instead of a download. */
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => ({
  compilerPath: require.resolve('solc/soljson.js'),
  isSolcJs: true,
  version: '0.8.28',
  longVersion: require('solc/package.json').version,
}))

module.exports = {
  solidity: { version: '0.8.28', settings: { optimizer: { enabled: true, runs: 200 } } },
  networks: { cambium: { url: process.env.CAMBIUM_URL ?? 'http://127.0.0.1:8545' } },
  defaultNetwork: 'cambium',
  mocha: { timeout: 120_000 },
}
