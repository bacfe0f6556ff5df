import { reversedRange, traceFilterIsNull } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { rangeOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import type { ReadNode } from '../../node/readNode.ts'
import { type BlockReference, isMinedReference } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'
import { traceFilter as filterObject } from './traceFilter.ts'
import { traceSchema } from './traceSchema.ts'

/** The pending block has the number after the best block's. */
function numberOf(reference: BlockReference, { chain }: ReadNode): number {
  if (!isMinedReference(reference)) return chain.head.number + 1
  const { selector } = reference
  return typeof selector === 'number' ? selector : chain.select(selector)!.number
}

export const traceFilter = defineMethod({
  name: 'trace_filter',
  summary:
    'The traces of a range of the best chain, and of the pending block if an end of the range names it: of all transactions or those of certain senders and receivers.',
  params: [required('filter', filterObject, traceFilterIsNull)],
  result: schema.arrayOf(traceSchema),
  cost: 200,
  asks: rangeOf('filter'),
  placement: 'reader',
  upstream: 'never',
  access: 'everyone',
  isLong: true,
  handler([{ fromAddresses, toAddresses, after, count, ...range }], { node, settings, work }) {
    const [fromBlock, toBlock] = [numberOf(range.fromBlock, node), numberOf(range.toBlock, node)]
    if (fromBlock > toBlock) throw reversedRange()
    const filter = { fromBlock, toBlock, fromAddresses, toAddresses, after, count }
    const isPendingAsked = !isMinedReference(range.fromBlock) || !isMinedReference(range.toBlock)
    const pending = isPendingAsked ? node.pending() : undefined
    const job = { kind: 'parity-filter', filter, skipsRemasc: settings.development?.skipsRemasc } as const
    return new StreamedJson(node.traces.trace(job, pending, work))
  },
})
