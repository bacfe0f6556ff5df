import type { Chain } from '../../../chain/chain.ts'
import type { LogCriterion } from '../../../chain/logs/criterion.ts'
import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { headShape } from '../../shapes/head.ts'
import { logShapes } from '../../shapes/log.ts'

/** Logs after which an answer to a gateway gets no further block. */
export const enoughLogs = 20_000

const everyLog: LogCriterion = { addresses: [], topics: [] }

/** A block as gateways are told of it. */
export const toldBlock = (block: StoredBlock, chain: Pick<Chain, 'logsOf'>, wantsLogs: boolean) => ({
  head: headShape(block.header),
  logs: wantsLogs ? logShapes(chain.logsOf(block, everyLog)) : [],
})
