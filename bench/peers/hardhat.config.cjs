module.exports = { networks: { hardhat: { loggingEnabled: false } } }
