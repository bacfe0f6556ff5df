import { asHash, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import type { LogShape } from '../../rpc/shapes/logShape.ts'
import { type BlockCursor, type FollowedChain, type Progress, progressSince } from './news.ts'

/** A delivered block with its delivered logs. */
export interface TrailBlock {
  readonly number: number
  readonly hash: Hash
  readonly logs: readonly LogShape[]
}

/**
 * The last blocks that a filter has delivered, oldest first; the last one is the cursor's. A node on another branch, which
 * does not have the block of the cursor, finds in the trail where the branches fork and which logs are undone.
 */
export type Trail = readonly TrailBlock[]

/** Branches of Rootstock are a few blocks long. */
export const blocksKept = 32

/** The maximum size of a trail. */
export class TrailRoom {
  #logs = 256
  #characters = 64 << 10

  /** Whether the logs of one more block fit. Only the data of a log can be long, so only its characters count. */
  takes(logs: Iterable<{ readonly characters: number }>): boolean {
    for (const { characters } of logs) {
      this.#logs--
      this.#characters -= characters
    }
    return this.#logs >= 0 && this.#characters >= 0
  }
}

/** The trail of a filter that is made now. */
export function newTrail(chain: FollowedChain): Trail {
  const trail: TrailBlock[] = []
  for (let number = Math.max(0, chain.head.number - blocksKept + 1); number <= chain.head.number; number++) {
    const block = chain.select(number)
    if (block !== undefined) trail.push({ number, hash: block.hash, logs: [] })
  }
  return trail
}

export interface TrailProgress extends Progress {
  /** Delivered blocks that this node does not have, newest first. */
  readonly unknown: Trail
  /** The part of the trail before the new blocks. */
  readonly kept: Trail
}

/**
 * How the best chain of this node has changed since a cursor that another node may have set; undefined while this node is
 * behind that one.
 */
export function trailProgress(
  cursor: BlockCursor,
  trail: Trail,
  chain: FollowedChain,
  maximumBlocks: number,
): TrailProgress | undefined {
  if (chain.block(cursor.hash) !== undefined) {
    const progress = progressSince(cursor, chain, maximumBlocks)
    return { ...progress, unknown: [], kept: trail.filter(({ number }) => number <= progress.after) }
  }
  if (cursor.number > chain.head.number) return undefined
  const common = trail.findLastIndex(({ hash }) => isOnBestChain(chain, hash))
  const parting = trail[common]
  // Without a common block the other node may be ahead on its branch: wait until one of the branches is abandoned.
  if (parting === undefined && chain.head.number - cursor.number < blocksKept) return undefined
  const progress = progressSince(parting ?? cursor, chain, maximumBlocks)
  const unknown = trail.slice(common + 1).toReversed()
  return { ...progress, unknown, kept: trail.slice(0, common + 1) }
}

/**
 * The trail after further blocks were delivered. A block whose logs do not fit is dropped with all blocks before it: a part
 * of its logs would be worse than none.
 */
export function extendedTrail(kept: Trail, added: Trail): Trail {
  const trail = [...kept, ...added].slice(-blocksKept)
  const room = new TrailRoom()
  const dropped = trail.findLastIndex(
    ({ logs }) => !room.takes(logs.map(({ data }) => ({ characters: data.length }))),
  )
  return trail.slice(dropped + 1)
}

function isOnBestChain(chain: FollowedChain, hash: Hash): boolean {
  const block = chain.block(hash)
  return block !== undefined && chain.isCanonical(block)
}

const hashBytes = 32

/** A trail as JSON text, in which the logs already have the shape of answers. */
export const encodeTrail = (trail: Trail = []): string =>
  JSON.stringify(trail.map(({ number, hash, logs }) => [number, toHex(hash), logs]))

/** Throws `DecodeError` for text that is not a trail. */
export const decodeTrail = (text: string): Trail => trailIn(parse(text))

/** As `decodeTrail`, for parsed JSON. */
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
    blockTimestamp: text('blockTimestamp'),
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
