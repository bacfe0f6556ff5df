import { reasonOf } from '../../../primitives/errors.ts'
import { endpointUrl } from '../../../upstream/endpoint/endpointUrl.ts'
import { helperRefused, noForking } from '../../errors/errors.ts'
import { text } from '../../params/text.ts'
import { argument, defineCommand } from './developmentChain.ts'

export const anvilSetRpcUrl = defineCommand({
  name: 'anvil_setRpcUrl',
  aliases: ['hardhat_setRpcUrl', 'ganache_setRpcUrl'],
  summary: 'Lets a fork fetch from another endpoint, which must have the same chain and the fork block.',
  params: [argument('url', text)],
  cost: 10,
  effect: 'uses-node',
  async run([url], _, { node }) {
    if (node.fork === undefined) throw noForking()
    try {
      endpointUrl(url)
    } catch (error) {
      throw helperRefused(reasonOf(error))
    }
    const { switchEndpoint } = await import('../../../upstream/openFork.ts')
    await switchEndpoint(node.fork, url)
  },
})
