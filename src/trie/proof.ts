import { emptyTrieRoot, keccak256 } from '../crypto/keccak256.ts'
import { equalBytes, type Hash } from '../primitives/bytes.ts'
import { nodesOnPath, type PathStep } from './lookup.ts'
import { bitAt } from './nodes/bits.ts'
import { LongValue } from './nodes/longValue.ts'
import { type Child, StoredNode, type TrieNode } from './nodes/node.ts'
import { decodeNode } from './nodes/nodeDecoding.ts'
import { encodeNode, nodeHash } from './nodes/nodeEncoding.ts'
import type { Trie } from './trie.ts'

/*
 * A proof for a key is the list of the messages of all nodes on the path to it, root first. An embedded node is listed too,
 * although its parent's message contains it, so that each element is one step and the last one holds the value or shows that
 * it is absent. The reference node lists the nodes of a receipt in reverse order. An empty trie has an empty proof.
 *
 * A proof may start below the root, at the node whose path begins at bit `start` of the key; it then proves against that
 * node's hash. Storage proofs start at `storageSubtreeStart`: the account's own node, the last of the account's proof, holds
 * the hash of the storage subtree as its left child.
 */

/** The value at the key, hash and length of a long value, or undefined when the key is absent. */
export type ProvenValue = Uint8Array | { readonly hash: Hash; readonly length: number } | undefined

/** The proof does not prove what it should. */
export class InvalidProof extends Error {
  override readonly name = 'InvalidProof'
}

/** The messages that prove the value at `key` or its absence. */
export function prove(trie: Trie, key: Uint8Array, start = 0): Uint8Array[] {
  return stepsFrom(trie, key, start).map(({ node }) => encodeNode(node))
}

/** The hash against which `prove` with the same arguments proves; that of the empty trie where no node starts. */
export function subtreeHash(trie: Trie, key: Uint8Array, start: number): Hash {
  const [top] = stepsFrom(trie, key, start)
  return top === undefined ? emptyTrieRoot : nodeHash(top.node)
}

function stepsFrom(trie: Trie, key: Uint8Array, start: number): PathStep[] {
  const { root, nodes } = trie.withPath(key)
  const steps = nodesOnPath(root, key, nodes)
  const first = steps.findIndex((step) => step.start === start)
  return first < 0 ? [] : steps.slice(first)
}

/**
 * The value that `proof` shows for `key` in the trie with this root. Throws `InvalidProof`, or `DecodeError` when a
 * message has the expected hash but is not a node.
 */
export function verifyProof(
  root: Hash,
  key: Uint8Array,
  proof: readonly Uint8Array[],
  start = 0,
): ProvenValue {
  if (equalBytes(root, emptyTrieRoot)) return provenEnd(undefined, proof, 0)
  const end = 8 * key.length
  let child: Child | undefined = new StoredNode(root, 0, undefined)
  let position = start
  for (let index = 0; ; index++) {
    const node = expectedNode(child, proof, index)
    const agrees = node.path.sharedWith(key, position) === node.path.length
    position += node.path.length
    if (!agrees) return provenEnd(undefined, proof, index + 1)
    if (position === end) return provenEnd(provenValue(node), proof, index + 1)
    child = node.child(bitAt(key, position))
    if (child === undefined) return provenEnd(undefined, proof, index + 1)
    position++
  }
}

/** The node in one element of the proof, which must be the child to which the element before it refers. */
function expectedNode(child: Child, proof: readonly Uint8Array[], index: number): TrieNode {
  const message = proof[index]
  if (message === undefined) throw new InvalidProof(`the proof ends before node ${index}`)
  if (child instanceof StoredNode) {
    if (equalBytes(keccak256(message), child.hash())) return decodeNode(message)
  } else if (equalBytes(message, encodeNode(child))) return child
  throw new InvalidProof(`node ${index} of the proof does not have the hash that its parent holds`)
}

function provenValue({ value }: TrieNode): ProvenValue {
  return value instanceof LongValue ? { hash: value.hash, length: value.length } : value
}

function provenEnd(value: ProvenValue, proof: readonly Uint8Array[], used: number): ProvenValue {
  if (proof.length !== used) throw new InvalidProof(`the proof has ${proof.length - used} nodes too many`)
  return value
}
