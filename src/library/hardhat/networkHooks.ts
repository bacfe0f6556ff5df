import type { NetworkConnection, NetworkHooks } from 'hardhat/types/hooks'
import { createNode } from '../createNode.ts'
import type { LocalNode } from '../localNode.ts'
import { answer } from './answer.ts'
import { inProcessOptions, withHardhatDefaults } from './inProcess.ts'

export default async (): Promise<Partial<NetworkHooks>> => {
  const nodes = new WeakMap<NetworkConnection, LocalNode>()
  return {
    async newConnection(context, next) {
      const connection = await next(context)
      const options = inProcessOptions(connection.networkConfig)
      if (options === undefined) return connection
      const { artifacts } = context.config.paths
      const node = await createNode({ onConsole: console.log, ...withHardhatDefaults(options, artifacts) })
      node.on('message', (message) => connection.provider.emit('message', message))
      nodes.set(connection, node)
      return connection
    },

    async onRequest(context, connection, request, next) {
      const node = nodes.get(connection)
      if (node === undefined) return next(context, connection, request)
      return { jsonrpc: '2.0', id: request.id, result: await answer(node, request) }
    },

    async closeConnection(context, connection, next) {
      await nodes.get(connection)?.close()
      return next(context, connection)
    },
  }
}
