import type { Chain } from '../../../chain/chain.ts'
import { toHex } from '../../../primitives/hex.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { optional } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'

/** A gateway hears of the node at least this often. */
const waitMs = 1_000

export const fleetStatus = defineMethod({
  name: 'fleet_status',
  summary:
    'For gateways: the best block, as soon as it is another than the one with the given hash, but after a second at the latest.',
  params: [optional('knownHead', text, undefined)],
  result: schema.objectWith({}),
  cost: 1,
  effect: 'asks-node',
  access: 'gateways',
  async handler([knownHead], { node, filters }): Promise<Json> {
    if (knownHead === toHex(node.chain.head.hash)) await nextChange(node.chain)
    const { number, hash } = node.chain.head
    return {
      chainId: node.network.chainId,
      number,
      hash: toHex(hash),
      isSyncing: node.peers?.syncStatus !== undefined,
      sharesFilters: filters.isShared,
    }
  },
})

function nextChange(chain: Pick<Chain, 'on'>): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      for (const unfollow of unfollows) unfollow()
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    const unfollows = [chain.on('block', end), chain.on('reorg', end)]
  })
}
