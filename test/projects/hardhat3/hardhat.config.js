import { fileURLToPath } from 'node:url'
import ethers from '@nomicfoundation/hardhat-ethers'
import toolbox from '@nomicfoundation/hardhat-toolbox-viem'

export default {
  plugins: [toolbox, ethers],
  solidity: {
    version: '0.8.28',
    settings: { optimizer: { enabled: true, runs: 200 } },
    // The compiler comes from npm instead of a download.
    path: fileURLToPath(import.meta.resolve('solc/soljson.js')),
  },
  networks: {
    default: { type: 'http', chainType: 'generic', url: process.env.CAMBIUM_URL ?? 'http://127.0.0.1:8545' },
  },
}
