import { emptyTrieRoot, keccak256 } from '../crypto/keccak256.ts'
import type { Hash } from '../primitives/bytes.ts'
import type { NodeCache } from './nodeCache.ts'
import { copyBits, octetsFor } from './nodes/bits.ts'
import { LongValue } from './nodes/longValue.ts'
import type { Child, TrieNode } from './nodes/node.ts'
import type { Trie } from './trie.ts'

/*
 * The node format before RSKIP126, which the transaction and receipt roots of old blocks use. The shape of the trie is
 * the same, but children are always hashes, never embedded, and have no sizes:
 *
 *   02 ‖ flags ‖ children (uint16) ‖ bits of path (uint16) ‖ path ‖ left hash ‖ right hash ‖ value or its hash
 */

const arity = 2
const headerLength = 6
const flag = { secure: 1, longValue: 2 } as const
const present = { left: 1, right: 2 } as const

export type OrchidOptions = {
  /** Set in the nodes of tries with hashed keys: the old account tries, not those of a block's body. */
  readonly secure: boolean
}

/** The root hash of the trie in the old format. Reads the whole trie. */
export function orchidHash(trie: Trie, { secure }: OrchidOptions): Hash {
  if (trie.root === undefined) return emptyTrieRoot
  return hashOf(trie.root, secure ? flag.secure : 0, trie.nodes)
}

function hashOf(node: TrieNode, flags: number, nodes: NodeCache): Hash {
  const children = [node.left, node.right].filter((child): child is Child => child !== undefined)
  const hashes = children.map((child) => hashOf(nodes.resolve(child)!, flags, nodes))
  const isLong = node.value instanceof LongValue
  const value = node.value instanceof LongValue ? node.value.hash : node.value
  const pathLength = octetsFor(node.path.length)

  const message = new Uint8Array(headerLength + pathLength + 32 * hashes.length + (value?.length ?? 0))
  message[0] = arity
  message[1] = isLong ? flags | flag.longValue : flags
  message[3] = (node.left ? present.left : 0) | (node.right ? present.right : 0)
  message[4] = node.path.length >>> 8
  message[5] = node.path.length & 0xff
  copyBits(message, 8 * headerLength, node.path.bytes, node.path.start, node.path.length)
  let at = headerLength + pathLength
  for (const part of value === undefined ? hashes : [...hashes, value]) {
    message.set(part, at)
    at += part.length
  }
  return keccak256(message)
}
