import { DecodeError } from '../primitives/errors.ts'
import type { NodeCache } from './nodeCache.ts'
import { bitAt, copyBits, octetsFor } from './nodes/bits.ts'
import type { Child, NodeValue, TrieNode } from './nodes/node.ts'

type Pending = { readonly child: Child; readonly start: number; readonly side: 0 | 1 }

/**
 * Keys that start with `prefix` and their values, in key order, beginning at `from`. The walk is depth first over one buffer
 * that holds the bits of the current key; memory grows only with the depth.
 */
export function* entriesUnder(
  root: TrieNode | undefined,
  prefix: Uint8Array,
  nodes: NodeCache,
  from: Uint8Array = prefix,
): Generator<readonly [key: Uint8Array, value: NodeValue]> {
  const top = topNodeUnder(root, prefix, nodes)
  if (top === undefined) return
  let key: Uint8Array = prefix.slice()
  const pending: Pending[] = [top]
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    const node = nodes.resolve(step.child)!
    const end = step.start + node.path.length
    key = roomFor(key, end)
    if (step.start > 0) setBit(key, step.start - 1, step.side)
    copyBits(key, step.start, node.path.bytes, node.path.start, node.path.length)
    const order = compareBits(key, from, Math.min(end, 8 * from.length))
    if (order < 0) continue
    const isBefore = order === 0 && end < 8 * from.length
    if (node.value !== undefined && !isBefore) yield [wholeKey(key, end), node.value]
    if (node.right !== undefined) pending.push({ child: node.right, start: end + 1, side: 1 })
    if (node.left !== undefined) pending.push({ child: node.left, start: end + 1, side: 0 })
  }
}

/** The topmost node below which all keys start with `prefix`. */
function topNodeUnder(root: TrieNode | undefined, prefix: Uint8Array, nodes: NodeCache): Pending | undefined {
  const prefixEnd = 8 * prefix.length
  let node = root
  let start = 0
  let side: 0 | 1 = 0
  while (node !== undefined) {
    const end = start + node.path.length
    const shared = node.path.sharedWith(prefix, start)
    if (start + shared === prefixEnd) return { child: node, start, side }
    if (shared < node.path.length) return undefined
    side = bitAt(prefix, end)
    node = nodes.resolve(node.child(side))
    start = end + 1
  }
  return undefined
}

/** Negative if the first bits of `a` come before those of `b`, positive if after. */
function compareBits(a: Uint8Array, b: Uint8Array, bits: number): number {
  const whole = bits >>> 3
  for (let at = 0; at < whole; at++) if (a[at] !== b[at]) return a[at]! - b[at]!
  const rest = bits & 7
  return rest === 0 ? 0 : (a[whole]! >>> (8 - rest)) - (b[whole]! >>> (8 - rest))
}

function roomFor(key: Uint8Array, bits: number): Uint8Array {
  if (8 * key.length >= bits) return key
  const longer = new Uint8Array(2 * octetsFor(bits))
  longer.set(key)
  return longer
}

function setBit(bytes: Uint8Array, bit: number, value: 0 | 1): void {
  const mask = 0x80 >>> (bit & 7)
  if (value === 1) bytes[bit >>> 3]! |= mask
  else bytes[bit >>> 3]! &= ~mask
}

function wholeKey(key: Uint8Array, bits: number): Uint8Array {
  if (bits % 8 !== 0) throw new DecodeError('trie', `has a value at a key of ${bits} bits`)
  return key.slice(0, bits / 8)
}
