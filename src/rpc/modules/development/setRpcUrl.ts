import { reasonOf } from '../../../primitives/errors.ts'
import { endpointUrl } from '../../../upstream/endpoint/endpointUrl.ts'
import { helperRefused, noForking } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { text } from '../../params/text.ts'
import { argument } from './developmentChain.ts'

export const anvilSetRpcUrl = defineMethod({
  name: 'anvil_setRpcUrl',
  aliases: ['hardhat_setRpcUrl', 'ganache_setRpcUrl'],
  summary: 'Lets a fork fetch from another endpoint, which must have the same chain and the fork block.',
  params: [argument('url', text)],
  result: schema.boolean,
  cost: 10,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  async handler([url], { node }) {
    if (node.fork === undefined) throw noForking()
    try {
      endpointUrl(url)
    } catch (error) {
      throw helperRefused(reasonOf(error))
    }
    const { switchEndpoint } = await import('../../../upstream/openFork.ts')
    await switchEndpoint(node.fork, url)
    return true
  },
})
