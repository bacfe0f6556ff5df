import {
  isStarted,
  ruleEntries,
  type UpgradeEntry,
  upgradeEntries,
} from '../../../protocol/networks/upgradeSchedule.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { LookupNode } from '../../node/lookupNode.ts'
import { expectBlock } from '../../node/selection.ts'
import {
  type BlockReference,
  blockReference,
  isMinedReference,
  latestBlock,
} from '../../params/blockReference.ts'
import { optional } from '../../params/parameter.ts'
import { quantityOrNull } from '../../shapes/transactionShape.ts'

const entrySchema = {
  name: schema.text,
  height: schema.nullable(schema.quantity),
  active: schema.boolean,
}

export const rskUpgrades = defineMethod({
  name: 'rsk_upgrades',
  summary:
    'The upgrades and rules of the network, the height at which each starts (null for never), and whether it is active in a block, by default the best one.',
  params: [optional('block', blockReference, latestBlock)],
  result: schema.objectOf({
    upgrades: schema.arrayOf(schema.objectOf(entrySchema)),
    rules: schema.arrayOf(schema.objectOf({ ...entrySchema, summary: schema.text })),
  }),
  cost: 3,
  upstream: 'never',
  light: 'own',
  handler([block], { node }) {
    const height = heightOf(block, node)
    const shown = (entry: UpgradeEntry) => ({
      name: entry.name,
      height: quantityOrNull(entry.height ?? null),
      active: isStarted(entry, height),
    })
    return {
      upgrades: upgradeEntries(node.network).map(shown),
      rules: ruleEntries(node.network).map((rule) => ({ ...shown(rule), summary: rule.summary })),
    }
  },
})

/** A number may be above the best block: the schedule defines what is active there. */
function heightOf(block: BlockReference, node: LookupNode): number {
  if (!isMinedReference(block)) return node.chain.head.number + 1
  return typeof block.selector === 'number' ? block.selector : expectBlock(block, node).number
}
