import { equalBytes } from '../primitives/bytes.ts'
import { type BitPath, copyBits, sharedBits } from './nodes/bits.ts'
import { LongValue } from './nodes/longValue.ts'
import { type Child, isSameValue, type NodeValue, type TrieNode } from './nodes/node.ts'
import { childHash } from './nodes/nodeEncoding.ts'
import type { Trie } from './trie.ts'

/** A place in two tries: what each has below the same bits. */
interface Pair {
  readonly before: Child | undefined
  readonly after: Child | undefined
  /** The bits of the node above, and the side on which this place is; undefined at the root. */
  readonly above: BitPath | undefined
  readonly side: 0 | 1
}

/**
 * The keys whose values differ, each with its value in the second trie, undefined when it has none. Parts that are equal
 * are not read: the time grows with the changes, not with the tries.
 */
export function* entriesThatDiffer(
  before: Trie,
  after: Trie,
): Generator<readonly [key: Uint8Array, value: Uint8Array | undefined], void, undefined> {
  const pending: Pair[] = [{ before: before.root, after: after.root, above: undefined, side: 0 }]
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    if (isSame(pair.before, pair.after)) continue
    const old = before.nodes.resolve(pair.before)
    const present = after.nodes.resolve(pair.after)
    const bits = meetingPoint(old, present, pair, pending)
    if (bits === undefined) continue
    const oldValue = old !== undefined && bits.length === fullPath(old, pair).length ? old.value : undefined
    const value =
      present !== undefined && bits.length === fullPath(present, pair).length ? present.value : undefined
    if (!isSameValue(oldValue, value)) yield [keyOf(bits), value && bytesOf(value, after)]
  }
}

/**
 * The bits at which the upper of two nodes ends, where a value may be; what is below goes to `pending`. Undefined when the
 * paths of the nodes differ before that: each node is then pending on its own.
 */
function meetingPoint(
  old: TrieNode | undefined,
  present: TrieNode | undefined,
  pair: Pair,
  pending: Pair[],
): BitPath | undefined {
  const upper = upperOf(old, present)
  if (upper === undefined) {
    pending.push({ ...pair, before: undefined }, { ...pair, after: undefined })
    return undefined
  }
  const above = fullPath(upper, pair)
  for (const side of [1, 0] as const) {
    const below = { before: childAt(old, upper, side), after: childAt(present, upper, side), above, side }
    if ((below.before ?? below.after) !== undefined) pending.push(below)
  }
  return above
}

/** The node whose path is the beginning of the other's; undefined when neither is. */
function upperOf(old: TrieNode | undefined, present: TrieNode | undefined): TrieNode | undefined {
  if (old === undefined || present === undefined) return old ?? present
  const upper = old.path.length <= present.path.length ? old : present
  const lower = upper === old ? present : old
  const { bytes, start, length } = upper.path
  return sharedBits(bytes, start, lower.path.bytes, lower.path.start, length) === length ? upper : undefined
}

/** The part of a node on one side of the end of the upper node: a child, or the rest of the node itself. */
function childAt(node: TrieNode | undefined, upper: TrieNode, side: 0 | 1): Child | undefined {
  const end = upper.path.length
  if (node === undefined || node.path.length === end) return node?.child(side)
  return node.path.bit(end) === side ? node.withPath(node.path.slice(end + 1)) : undefined
}

const fullPath = ({ path }: TrieNode, { above, side }: Pair): BitPath =>
  above === undefined ? path : above.joined(side, path)

function isSame(before: Child | undefined, after: Child | undefined): boolean {
  if (before === undefined || after === undefined) return before === after
  return equalBytes(childHash(before), childHash(after))
}

const bytesOf = (value: NodeValue, { nodes }: Trie): Uint8Array =>
  value instanceof LongValue ? (value.bytes ?? nodes.value(value.hash, value.length)) : value

function keyOf({ bytes, start, length }: BitPath): Uint8Array {
  const key = new Uint8Array(length / 8)
  copyBits(key, 0, bytes, start, length)
  return key
}
