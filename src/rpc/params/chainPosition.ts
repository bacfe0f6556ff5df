import type { Hash } from '../../primitives/bytes.ts'
import { notObject } from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import { blockHash } from './hash.ts'
import { type Codec, required } from './parameter.ts'
import { quantity } from './quantity.ts'

/** Where a subscriber stopped: after a block, or after one log of a block. */
export interface ChainPosition {
  readonly number: number
  readonly hash: Hash
  /** The log of the last notification; undefined when the client has all logs of the block. */
  readonly log: { readonly index: number; readonly isRemoved: boolean } | undefined
}

const hash = required('hash', blockHash)
const number = required('number', quantity)

/** A head or a log as a notification told it; members that say nothing about the position are ignored. */
export const chainPosition: Codec<ChainPosition> = {
  schema: schema.eitherOf(
    schema.objectWith({ number: schema.quantity, hash: schema.hash }),
    schema.objectWith({
      blockNumber: schema.quantity,
      blockHash: schema.hash,
      logIndex: schema.quantity,
      removed: schema.boolean,
    }),
  ),
  decode(value) {
    if (!isJsonObject(value)) throw notObject()
    const { logIndex, removed } = value
    return {
      number: Number(number.decode(value['number'] ?? value['blockNumber'], 1)),
      hash: hash.decode(value['hash'] ?? value['blockHash'], 1),
      log:
        logIndex === undefined || logIndex === null
          ? undefined
          : { index: Number(quantity.decode(logIndex)), isRemoved: removed === true },
    }
  },
}
