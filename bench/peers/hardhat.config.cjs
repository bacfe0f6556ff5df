// SUITE_URL is the chain that a test suite runs on, if it is not Hardhat's own.
const url = process.env.SUITE_URL
module.exports = {
  networks: { hardhat: { loggingEnabled: false }, ...(url && { given: { url } }) },
}
