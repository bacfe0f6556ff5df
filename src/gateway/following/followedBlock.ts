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

/** The answer of `fleet_chainSince`. */
export interface ChainNews {
  /** The newest known block on the node's best chain; undefined when it has none of them. */
  readonly ancestor: string | undefined
  readonly blocks: readonly FollowedBlock[]
  readonly head: FollowedBlock
}

/** Undefined for a text that is not such an answer. */
export function newsIn(text: string): ChainNews | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isJsonObject(value) || !Array.isArray(value['blocks'])) return undefined
    const { ancestor, blocks, head } = value
    return {
      ancestor: typeof ancestor === 'string' ? ancestor : undefined,
      blocks: (blocks as readonly unknown[]).map(blockOf),
      head: blockOf({ head, logs: [] }),
    }
  } catch {
    return undefined
  }
}

/** The answer of `fleet_branch`; undefined for a text that is not one. */
export function branchIn(text: string): FollowedBlock[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.map(blockOf) : undefined
  } catch {
    return undefined
  }
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
