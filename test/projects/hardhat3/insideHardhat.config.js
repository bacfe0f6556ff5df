import { createNode } from 'cambium'
import usual from './hardhat.config.js'

const node = await createNode()

/** Answers the requests of Hardhat's networks with a chain inside its process. */
const inside = {
  id: 'cambium-inside',
  hookHandlers: {
    network: async () => ({
      default: async () => ({
        async onRequest(_context, _connection, { id, method, params }) {
          try {
            return { jsonrpc: '2.0', id, result: await node.request({ method, params }) }
          } catch ({ code, message, data }) {
            return { jsonrpc: '2.0', id, error: { code, message, data } }
          }
        },
      }),
    }),
  },
}

// No request is sent to the URL.
const networks = { default: { type: 'http', chainType: 'generic', url: 'http://127.0.0.1:1' } }
export default { ...usual, plugins: [...usual.plugins, inside], networks }
