import type { LogCriterion } from '../../../chain/logs/criterion.ts'
import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { equalBytes, type Hash } from '../../../primitives/bytes.ts'
import { changesSince, joinedBlocks } from '../../history/changesSince.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import type { ReadContext } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { boolean, listOf } from '../../params/text.ts'
import { shownBloom } from '../../shapes/blockShape.ts'
import { headShape } from '../../shapes/headShape.ts'
import { logShapes } from '../../shapes/logShape.ts'
import { unitsOfReceipts } from '../../shapes/receiptShape.ts'

/** Maximum blocks that a gateway remembers. */
const maximumKnownBlocks = 1_000
/** A gateway remembers fewer blocks. */
const maximumLeft = 256
/** Maximum blocks that have joined, or of the past, in one answer; a gateway that is further behind asks again. */
const blocksAtOnce = 64
/** Logs after which a list of blocks in an answer gets no further block. */
const enoughLogs = 20_000

const everyLog: LogCriterion = { addresses: [], topics: [] }

export const fleetChangesSince = defineRead({
  name: 'fleet_changesSince',
  summary:
    'For gateways: the number of the newest block that the best chain and the branch of the known blocks, newest first, have in common, null if none; the blocks that have left since, as far as the gateway lacks them, and that have joined; and if it is wanted, or the gateway lacks the common block, the past before. Logs only if they are wanted.',
  params: [
    required('known', listOf(blockHash, 'blocks', maximumKnownBlocks)),
    required('wantsLogs', boolean),
    required('wantsPast', boolean),
  ],
  result: schema.objectWith({}),
  asks: 'latest',
  upstream: 'never',
  access: 'gateways',
  handler([known, wantsLogs, wantsPast], context): Json {
    const { chain } = context.node
    const shown = (blocks: Iterable<StoredBlock>): Json[] => shownBlocks(blocks, wantsLogs, context)
    const position = firstStored(known, context)
    const changes = position && changesSince(position, chain, { maximumLeft, maximumJoined: blocksAtOnce })
    if (changes === undefined || typeof changes === 'string')
      return { ancestor: null, left: [], past: shown(pastOf(chain.head, context)), joined: [] }
    const { left, common } = changes
    const lacks = ({ hash }: StoredBlock): boolean =>
      wantsPast || !known.some((other) => equalBytes(other, hash))
    return {
      ancestor: common.number,
      left: shown(left.filter(lacks)),
      past: lacks(common) ? shown(pastOf(common, context)) : [],
      joined: shown(joinedBlocks(changes, chain)),
    }
  },
})

function firstStored(hashes: readonly Hash[], { node: { chain } }: ReadContext): StoredBlock | undefined {
  for (const hash of hashes) {
    const block = chain.block(hash)
    if (block !== undefined) return block
  }
  return undefined
}

/** A block and those before it, newest first. */
function* pastOf(newest: StoredBlock, { node: { chain } }: ReadContext): Generator<StoredBlock> {
  let block: StoredBlock | undefined = newest
  for (let count = 0; block !== undefined && count < blocksAtOnce; count++) {
    yield block
    block = chain.block(block.header.parentHash)
  }
}

function shownBlocks(
  blocks: Iterable<StoredBlock>,
  wantsLogs: boolean,
  { node: { chain }, work }: ReadContext,
): Json[] {
  const shown: Json[] = []
  let logCount = 0
  for (const block of blocks) {
    if (wantsLogs) work.add(unitsOfReceipts(block.receipts))
    const logs = wantsLogs ? logShapes(chain.logsOf(block, everyLog)) : []
    shown.push({ head: headShape(block.header, shownBloom(block, chain.network)), logs })
    logCount += logs.length
    if (logCount >= enoughLogs) break
  }
  return shown
}
