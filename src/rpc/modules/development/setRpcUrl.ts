import { reasonOf } from '../../../primitives/errors.ts'
import { endpointUrl } from '../../../remote/endpointUrl.ts'
import { helperRefused, noForking } from '../../errors/errors.ts'
import { text } from '../../params/text.ts'
import { argument, defineCommand } from './developmentChain.ts'

/** Refuses text that is not the URL of an endpoint. */
export function checkEndpoint(url: string): void {
  try {
    endpointUrl(url)
  } catch (error) {
    throw helperRefused(reasonOf(error))
  }
}

export const anvilSetRpcUrl = defineCommand({
  name: 'anvil_setRpcUrl',
  aliases: ['hardhat_setRpcUrl', 'ganache_setRpcUrl'],
  summary: 'Lets a fork fetch from another endpoint, which must have the same chain and the fork block.',
  params: [argument('url', text)],
  cost: 10,
  effect: 'uses-node',
  async run([url], _, { node }) {
    if (node.fork === undefined) throw noForking()
    checkEndpoint(url)
    const { switchEndpoint } = await import('../../../upstream/openFork.ts')
    await switchEndpoint(node.fork, url)
  },
})
