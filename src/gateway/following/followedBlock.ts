import { isJsonObject } from '../../rpc/json/json.ts'

/** A log as a node reports it. Its JSON is written when a subscriber wants it: a block can have thousands. */
export interface FollowedLog {
  readonly address: string
  readonly topics: readonly string[]
}

/** A block that was announced to subscribers. */
export interface FollowedBlock {
  readonly number: number
  readonly hash: string
  /** The JSON that subscribers to heads get. */
  readonly headText: string
  readonly logs: readonly FollowedLog[]
}

/** The answer of `fleet_changesSince`. */
export interface ChainNews {
  /** The number of the newest known block on the node's best chain; undefined when it has none of them. */
  readonly ancestor: number | undefined
  /** Blocks that have left the best chain and were not among the known ones, newest first. */
  readonly left: readonly FollowedBlock[]
  /** The blocks from that number down, newest first; without the known blocks, those from the node's best one. */
  readonly past: readonly FollowedBlock[]
  /** The blocks that have joined the best chain, oldest first. */
  readonly joined: readonly FollowedBlock[]
}

/** Undefined for a text that is not such an answer. */
export function newsIn(text: string): ChainNews | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isJsonObject(value)) return undefined
    const { ancestor, left, past, joined } = value
    return {
      ancestor: typeof ancestor === 'number' ? ancestor : undefined,
      left: blocksOf(left),
      past: blocksOf(past),
      joined: blocksOf(joined),
    }
  } catch {
    return undefined
  }
}

function blocksOf(value: unknown): FollowedBlock[] {
  if (!Array.isArray(value)) throw new TypeError('blocks are a list')
  return value.map(blockOf)
}

function blockOf(value: unknown): FollowedBlock {
  if (!isJsonObject(value)) throw new TypeError('a block is an object')
  const { head, logs } = value
  if (!isJsonObject(head) || !Array.isArray(logs)) throw new TypeError('a block has a head and logs')
  const { number, hash } = head
  const height = Number(number)
  if (typeof hash !== 'string' || !Number.isSafeInteger(height))
    throw new TypeError('a head has a number and a hash')
  const reported: readonly unknown[] = logs
  if (!reported.every(isLog)) throw new TypeError('a log has an address and topics')
  return { number: height, hash, headText: JSON.stringify(head), logs: reported }
}

function isLog(log: unknown): log is FollowedLog {
  if (!isJsonObject(log)) return false
  const { address, topics } = log
  return (
    typeof address === 'string' &&
    Array.isArray(topics) &&
    (topics as readonly unknown[]).every((topic) => typeof topic === 'string')
  )
}
