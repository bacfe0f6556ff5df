import { toHex } from '../../primitives/hex.ts'
import { unitsOfValues } from '../../rpc/budget/workPrices.ts'
import { executionTimeout } from '../../rpc/errors/errors.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import * as schema from '../../rpc/json/schema.ts'
import { defineRead } from '../../rpc/method/method.ts'
import { blockHash } from '../../rpc/params/hash.ts'
import { logFilter } from '../../rpc/params/logFilter.ts'
import { required, requiredOrNull } from '../../rpc/params/parameter.ts'
import { quantity } from '../../rpc/params/quantity.ts'
import { JsonWriter } from '../../rpc/shapes/jsonWriter.ts'
import { logText } from '../../rpc/shapes/logShape.ts'
import { blocksKept, TrailRoom } from './trail.ts'

/**
 * A read behind `eth_getFilterChanges` of a log filter that several nodes answer: what the next node needs if it is on
 * another branch. Clients cannot call it: only the registry of reader threads has it.
 */
export const ethFilterTail = defineRead({
  name: 'eth_filterTail',
  summary:
    'The newest blocks up to a block of any branch, oldest first, as records of a trail: as many as fit into a trail with their logs.',
  params: [
    required('criterion', logFilter),
    requiredOrNull('newest', blockHash),
    required('oldest', quantity),
    required('firstWithLogs', quantity),
    required('lastWithLogs', quantity),
  ],
  result: schema.arrayOf(schema.arrayOf(schema.objectWith({}))),
  cost: 20,
  asks: 'latest',
  upstream: 'never',
  light: 'complete',
  access: 'gateways',
  handler([criterion, newest, oldest, first, last], context) {
    const { chain } = context.node
    const { work, isOver } = context
    const room = new TrailRoom()
    const writer = new JsonWriter()
    const records: string[] = []
    let block = newest === null ? undefined : chain.block(newest)
    while (block !== undefined && block.number >= oldest && records.length < blocksKept) {
      if (isOver()) throw executionTimeout()
      const isInRange = block.number >= first && block.number <= last
      const logs = isInRange ? chain.logsOf(block, criterion) : []
      work.addLogs(logs.length)
      if (!room.takes(logs.map(({ log }) => ({ characters: 2 * log.data.length })))) break
      work.add(unitsOfValues(1))
      const texts = logs.map((log) => logText(log, false, writer))
      records.push(`[${block.number},"${toHex(block.hash)}",[${texts.join(',')}]]`)
      block = chain.block(block.header.parentHash)
    }
    return new JsonText(`[${records.reverse().join(',')}]`)
  },
})
