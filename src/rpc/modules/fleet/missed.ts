import { JsonText } from '../../json/jsonText.ts'
import * as schema from '../../json/schema.ts'
import { branchPart, deliveredLogs } from '../../logs/branch.ts'
import { payloadLines } from '../../logs/payloadLines.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { logFilter } from '../../params/logFilter.ts'
import { optional, required, requiredOrNull } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { boolean } from '../../params/text.ts'

/* Heads and logs that subscribers of a gateway have missed. */

export const fleetMissedLogs = defineRead({
  name: 'fleet_missedLogs',
  summary:
    'For gateways: the logs of a block of any branch that match a filter, in the form that subscribers receive; null when the block is unknown.',
  params: [required('block', blockHash), required('filter', logFilter), required('removed', boolean)],
  result: schema.nullable(schema.arrayOf(schema.objectWith({}))),
  asks: blockHashOf('block'),
  upstream: 'never',
  light: 'complete',
  access: 'gateways',
  handler([hash, criterion, isRemoved], context) {
    const logs = deliveredLogs(hash, criterion, isRemoved, context.node.chain, context)
    return logs === undefined ? null : new JsonText(payloadLines(logs))
  },
})

export const fleetMissed = defineRead({
  name: 'fleet_missed',
  summary:
    'For gateways: heads, or logs that match a filter, of blocks from a number up to a tip without the first logs of the first block, and the number and logs with which the next call continues; null when the tip is unknown.',
  params: [
    required('tip', blockHash),
    required('from', quantity),
    requiredOrNull('filter', logFilter),
    optional('skipped', quantity, 0n),
  ],
  result: schema.nullable(schema.objectWith({})),
  asks: blockHashOf('tip'),
  upstream: 'never',
  light: 'complete',
  access: 'gateways',
  handler([hash, from, criterion, skipped], context) {
    const { chain } = context.node
    const tip = chain.block(hash)
    const place = { block: Number(from), skipped: Number(skipped) }
    const part = tip && branchPart(tip, place, criterion ?? undefined, chain, context)
    if (part === undefined) return null
    const { next, payloads } = part
    return new JsonText(
      `{"next":${next.block},"skipped":${next.skipped},"payloads":${payloadLines(payloads)}}`,
    )
  },
})
