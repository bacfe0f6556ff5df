import type { Chain } from '../../../chain/chain.ts'
import type { LogCriterion } from '../../../chain/logs/criterion.ts'
import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { toHex } from '../../../primitives/hex.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { branchDownFrom } from '../../logs/branch.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import type { ReadContext } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { boolean, listOf } from '../../params/text.ts'
import { headShape } from '../../shapes/headShape.ts'
import { logShapes } from '../../shapes/logShape.ts'
import { unitsOfReceipts } from '../../shapes/receiptShape.ts'

/** Logs after which an answer to a gateway gets no further block. */
const enoughLogs = 20_000

const everyLog: LogCriterion = { addresses: [], topics: [] }

/** A block in an answer to a gateway. */
const fleetBlock = (block: StoredBlock, chain: Pick<Chain, 'logsOf'>, wantsLogs: boolean) => ({
  head: headShape(block.header),
  logs: wantsLogs ? logShapes(chain.logsOf(block, everyLog)) : [],
})

/** Maximum blocks that a gateway remembers. */
const maximumKnownBlocks = 1_000
/** Maximum blocks of one answer; a gateway that is further behind asks again. */
const blocksAtOnce = 64

export const fleetChainSince = defineRead({
  name: 'fleet_chainSince',
  summary:
    'For gateways: the first of the known blocks, newest first, that is on the best chain, and the blocks that follow it, with their logs if they are wanted.',
  params: [
    required('known', listOf(blockHash, 'blocks', maximumKnownBlocks)),
    required('wantsLogs', boolean),
  ],
  result: schema.objectWith({}),
  asks: 'latest',
  upstream: 'never',
  access: 'gateways',
  handler([known, wantsLogs], context): Json {
    const { chain } = context.node
    const ancestor = known.map((hash) => chain.block(hash)).find((block) => block && chain.isCanonical(block))
    return {
      ancestor: ancestor === undefined ? null : toHex(ancestor.hash),
      blocks: ancestor === undefined ? [] : blocksAfter(ancestor, wantsLogs, context),
      head: headShape(chain.head.header),
    }
  },
})

function blocksAfter(
  ancestor: StoredBlock,
  wantsLogs: boolean,
  { node: { chain }, work }: ReadContext,
): Json[] {
  const blocks: Json[] = []
  let logCount = 0
  const last = Math.min(chain.head.number, ancestor.number + blocksAtOnce)
  for (let number = ancestor.number + 1; number <= last && logCount < enoughLogs; number++) {
    const block = chain.select(number)
    if (block === undefined) break
    if (wantsLogs) work.add(unitsOfReceipts(block.receipts))
    const shown = fleetBlock(block, chain, wantsLogs)
    logCount += shown.logs.length
    blocks.push(shown)
  }
  return blocks
}

export const fleetBranch = defineRead({
  name: 'fleet_branch',
  summary:
    'For gateways: a block of any branch and those before it, newest first, with their logs if they are wanted; empty when the block is unknown.',
  params: [required('block', blockHash), required('wantsLogs', boolean)],
  result: schema.arrayOf(schema.objectWith({})),
  asks: blockHashOf('block'),
  upstream: 'never',
  access: 'gateways',
  handler([hash, wantsLogs], { node: { chain }, work }): Json {
    const blocks: Json[] = []
    let logs = 0
    for (const block of branchDownFrom(hash, chain)) {
      if (wantsLogs) work.add(unitsOfReceipts(block.receipts))
      const shown = fleetBlock(block, chain, wantsLogs)
      blocks.push(shown)
      logs += shown.logs.length
      if (logs >= enoughLogs) break
    }
    return blocks
  },
})
