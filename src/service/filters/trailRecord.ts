import { asHash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import type { LogShape } from '../../rpc/shapes/log.ts'
import type { Trail, TrailBlock } from './trail.ts'

const hashBytes = 32

/** A trail as JSON text, in which the logs already have the shape of answers. */
export const encodeTrail = (trail: Trail = []): string =>
  JSON.stringify(trail.map(({ number, hash, logs }) => [number, toHex(hash), logs]))

/** Throws `DecodeError` for text that is not a trail. */
export const decodeTrail = (text: string): Trail => trailIn(parse(text))

/** The same for a value. */
export function trailIn(blocks: unknown): Trail {
  if (!Array.isArray(blocks)) throw new DecodeError('trail', 'is not a list')
  return blocks.map(blockIn)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DecodeError('trail', 'is not JSON')
  }
}

function blockIn(value: unknown): TrailBlock {
  const [number, hash, logs]: readonly unknown[] = Array.isArray(value) ? value : []
  const bytes = fromHex(textIn(hash), 'trail')
  if (typeof number !== 'number' || !Array.isArray(logs) || bytes.length !== hashBytes) {
    throw new DecodeError('trail', 'has a wrong block')
  }
  return { number, hash: asHash(bytes), logs: logs.map(logIn) }
}

function logIn(value: unknown): LogShape {
  const members: { readonly [name: string]: unknown } = isJsonObject(value) ? value : {}
  const topics = members['topics']
  if (!Array.isArray(topics)) throw new DecodeError('trail', 'has a wrong log')
  const text = (name: string): string => textIn(members[name])
  return {
    logIndex: text('logIndex'),
    blockNumber: text('blockNumber'),
    blockHash: text('blockHash'),
    transactionHash: text('transactionHash'),
    transactionIndex: text('transactionIndex'),
    address: text('address'),
    data: text('data'),
    topics: topics.map(textIn),
    removed: false,
  }
}

function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  throw new DecodeError('trail', 'has a wrong value')
}
