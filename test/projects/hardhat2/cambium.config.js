const { inProcess } = require('cambium/hardhat2')

// The plugin makes the network `cambium` and the tests run on it. This line gives it options of createNode.
module.exports = { ...require('./hardhat.config.js'), networks: { cambium: inProcess({ accounts: 5 }) } }
