import cambium, { inProcess } from 'cambium/hardhat'
import { defineConfig } from 'hardhat/config'
import usual from './hardhat.config.js'

export default defineConfig({
  ...usual,
  plugins: [...usual.plugins, cambium],
  networks: {
    // The network of the tests; without this line it has the usual options.
    default: inProcess({ accounts: 5 }),
    next: inProcess({ hardfork: 'next', chainId: 34 }),
  },
})
