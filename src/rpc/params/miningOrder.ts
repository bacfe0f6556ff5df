import { invalidBlockCount } from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import type { Codec } from './parameter.ts'
import { quantity, seconds } from './quantity.ts'

/** The blocks to mine. */
interface MiningOrder {
  readonly blocks: number
  /** Timestamp of the first block. */
  readonly timestamp: number | undefined
}

/** Maximum blocks of one call, which mines them within its time. */
const maximumBlocks = 1_000

/** A timestamp, or Ganache's object with a number of blocks and a timestamp. */
export const miningOrder: Codec<MiningOrder> = {
  schema: schema.eitherOf(
    seconds.schema,
    schema.objectWith({ blocks: schema.eitherOf(schema.quantity, schema.number), timestamp: seconds.schema }),
  ),
  decode(value) {
    if (!isJsonObject(value)) return { blocks: 1, timestamp: seconds.decode(value) }
    const { blocks = 1, timestamp } = value
    return {
      blocks: decodeCount(blocks),
      timestamp: timestamp === undefined || timestamp === null ? undefined : seconds.decode(timestamp),
    }
  },
}

function decodeCount(value: unknown): number {
  const count = quantity.decode(value)
  if (count < 1n || count > BigInt(maximumBlocks)) throw invalidBlockCount(maximumBlocks)
  return Number(count)
}
