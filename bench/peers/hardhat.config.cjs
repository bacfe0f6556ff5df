// SUITE_CHAIN is the chain that the suite runs on: `inside` is that of the plugin, a URL any other, and without it Hardhat's own.
const { SUITE_CHAIN: chain, SUITE_PLUGIN: plugin } = process.env
if (chain === 'inside') require(plugin)
module.exports = {
  networks: {
    hardhat: { loggingEnabled: false },
    ...(chain?.startsWith('http') && { given: { url: chain } }),
  },
}
