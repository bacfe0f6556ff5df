import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { branchDownFrom } from '../../logs/branch.ts'
import { blockHashOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { boolean } from '../../params/plain.ts'
import { msPerLog } from '../../shapes/logText.ts'
import { enoughLogs, toldBlock } from './toldBlock.ts'

export const fleetBranch = defineMethod({
  name: 'fleet_branch',
  summary:
    'For gateways: a block of any branch and those before it, newest first, with their logs if they are wanted; empty when the block is unknown.',
  params: [required('block', blockHash), required('wantsLogs', boolean)],
  result: schema.arrayOf(schema.objectWith({})),
  cost: 1,
  asks: blockHashOf('block'),
  placement: 'reader',
  upstream: 'never',
  access: 'gateways',
  handler([hash, wantsLogs], { node: { chain }, work, light }): Json {
    const blocks: Json[] = []
    let logs = 0
    for (const block of branchDownFrom(hash, chain)) {
      const told = toldBlock(block, chain, wantsLogs)
      blocks.push(told)
      logs += told.logs.length
      work.addLogs(told.logs.length)
      light?.expect(told.logs.length * msPerLog)
      if (logs >= enoughLogs) break
    }
    return blocks
  },
})
