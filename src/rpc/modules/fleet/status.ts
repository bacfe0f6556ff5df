import type { Chain } from '../../../chain/chain.ts'
import { toHex } from '../../../primitives/hex.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { lagOf } from '../../node/lag.ts'
import { optional } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'

/** A gateway gets an answer at least this often. */
const waitMs = 1_000

export const fleetStatus = defineMethod({
  name: 'fleet_status',
  summary: 'For gateways: the best block, as soon as its hash differs from the given one, or after a second.',
  params: [optional('knownHead', text, undefined)],
  result: schema.objectWith({}),
  effect: 'asks-node',
  access: 'gateways',
  async handler([knownHead], { node, filters, settings, now }): Promise<Json> {
    if (knownHead === toHex(node.chain.head.hash)) await nextChange(node.chain)
    const { number, hash, header } = node.chain.head
    const { writer } = node
    return {
      chainId: node.network.chainId,
      number,
      hash: toHex(hash),
      timestamp: header.timestamp,
      // A process that only reads reports its own chain, so that a gateway can use it without its writer.
      isSyncing:
        writer === undefined
          ? node.peers?.syncStatus !== undefined
          : lagOf(node, settings.maximumHeadAgeMs, now()) !== undefined,
      ...(writer !== undefined && { writerAnswers: writer.answers }),
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
