const { extendProvider } = require('hardhat/config')
const { ProviderWrapper } = require('hardhat/plugins')
const { createNode } = require('cambium')

/** Answers the requests of a network of Hardhat with a chain inside its process. */
class NodeProvider extends ProviderWrapper {
  #node = createNode()

  async request(request) {
    return (await this.#node).request(request)
  }
}

extendProvider((provider) => new NodeProvider(provider))

// No request is sent to the URL.
module.exports = { ...require('./hardhat.config.js'), networks: { cambium: { url: 'http://127.0.0.1:1' } } }
