import { keccak256 } from '../crypto/keccak256.ts'
import { asHash, equalBytes, type Hash } from '../primitives/bytes.ts'
import type { Steps } from '../primitives/work/steps.ts'
import type { StateChunk } from './chunk.ts'
import type { NodeSink } from './nodes/nodeSource.ts'
import { decodeSyncForm, type SyncNode } from './syncForm.ts'

/** A chunk does not prove that it holds the nodes of its range, and all of them. */
export class InvalidChunk extends Error {
  override readonly name = 'InvalidChunk'
}

/** The nodes of a chunk after they were proven to be those of the state. */
export interface ProvenChunk {
  /** Bytes of the layout of the whole state. */
  readonly stateBytes: number
  /** Whether the chunk holds the last node of the state. */
  readonly isLast: boolean
  readonly nodes: number
  /** Writes the nodes and their long values. */
  save(sink: NodeSink): void
}

/** A node in the tree that a chunk describes. */
interface PlacedNode {
  readonly node: SyncNode
  /** The hash of the subtree that the chunk leaves out. */
  readonly cutLeft: Hash | undefined
  readonly cutRight: Hash | undefined
  left: PlacedNode | undefined
  right: PlacedNode | undefined
  hash: Hash | undefined
  message: Uint8Array | undefined
}

/**
 * Checks a chunk for the range from `from` to `to` against the root of a state. Nodes come in order, and a node has a
 * larger size of children than any node below it, so the sizes give the shape of the tree; then hashes are computed from
 * the bottom up to the root. The sizes are covered by the hashes and give the place of the nodes in the layout, so a
 * chunk with nodes left out at its edges is found. A step is a node. Throws `InvalidChunk` or a `DecodeError`.
 */
export function* proveChunk(chunk: StateChunk, root: Hash, from: number, to: number): Steps<ProvenChunk> {
  const placed = yield* placedNodes(chunk)
  const top = yield* treeOf(placed)
  if (top === undefined || !equalBytes(top.hash!, root)) {
    throw new InvalidChunk('the nodes of the chunk do not lead to the state root')
  }
  const nodes = placed.slice(chunk.before.length, chunk.before.length + chunk.nodes.length)
  const first = placed[chunk.before.length]
  if (first === undefined) throw new InvalidChunk('the chunk has no node in or after its range')
  const start = startOf(first, placed, top)
  const isFirst = from === 0 ? start === 0 : start < from && start + ownSize(first.node) >= from
  if (!isFirst) throw new InvalidChunk(`the chunk begins at ${start} instead of ${from}`)
  const end = nodes.reduce((position, { node }) => position + ownSize(node), start)
  if (nodes.length > 0 && end >= to) throw new InvalidChunk(`the chunk ends at ${end}, after ${to}`)
  const stateBytes = totalSize(top.node)
  const next = placed[chunk.before.length + nodes.length]
  const nextEnd = next === undefined ? to : end + ownSize(next.node)
  if (nextEnd < to) throw new InvalidChunk(`the chunk ends at ${end} instead of ${to}`)
  if (next === undefined && end !== stateBytes) throw new InvalidChunk('the chunk ends before the state')
  return {
    stateBytes,
    isLast: next === undefined,
    nodes: nodes.length,
    save: (sink) => save(nodes, sink),
  }
}

function save(nodes: readonly PlacedNode[], sink: NodeSink): void {
  for (const { node, hash, message } of nodes) {
    sink.putNode(hash!, message!)
    for (const value of node.longValues) sink.putValue(keccak256(value), value)
  }
}

/** All nodes of a chunk in order. Subtrees may be cut off only at the edges of the range, not within it. */
function* placedNodes({ before, nodes, firstLeftHash, after }: StateChunk): Steps<PlacedNode[]> {
  const placed = before.map(({ form, hash }) => unplaced(form, hash, undefined))
  for (const [index, form] of nodes.entries()) {
    placed.push(unplaced(form, index === 0 ? firstLeftHash : undefined, undefined))
    yield
  }
  for (const [index, { form, hash }] of after.entries()) {
    placed.push(unplaced(form, index === 0 && nodes.length === 0 ? firstLeftHash : undefined, hash))
  }
  return placed
}

const unplaced = (
  form: Uint8Array,
  left: Uint8Array | undefined,
  right: Uint8Array | undefined,
): PlacedNode => ({
  node: decodeSyncForm(form),
  cutLeft: cut(left),
  cutRight: cut(right),
  left: undefined,
  right: undefined,
  hash: undefined,
  message: undefined,
})

function cut(hash: Uint8Array | undefined): Hash | undefined {
  if (hash === undefined || hash.length === 0) return undefined
  if (hash.length !== 32) throw new InvalidChunk(`a hash in the chunk has ${hash.length} bytes`)
  return asHash(hash)
}

/**
 * Joins nodes to a tree in one pass, with a stack of those that may still get a right child. Returns the root with its hash.
 */
function* treeOf(placed: readonly PlacedNode[]): Steps<PlacedNode | undefined> {
  const open: PlacedNode[] = []
  /** Completes the open nodes with fewer bytes below them than `size`; returns the topmost. */
  const close = (size: number): PlacedNode | undefined => {
    let closed: PlacedNode | undefined
    while (open.length > 0 && open.at(-1)!.node.childrenSize < size) {
      const node = open.pop()!
      node.right = closed
      complete(node)
      closed = node
    }
    return closed
  }
  for (const node of placed) {
    node.left = close(node.node.childrenSize)
    open.push(node)
    yield
  }
  return close(Number.POSITIVE_INFINITY)
}

function complete(placed: PlacedNode): void {
  const { node } = placed
  const left = subtreeHash(placed.left, placed.cutLeft, node.hasLeft)
  const right = subtreeHash(placed.right, placed.cutRight, node.hasRight)
  placed.message = node.message(left, right)
  placed.hash = keccak256(placed.message)
}

function subtreeHash(
  child: PlacedNode | undefined,
  cutHash: Hash | undefined,
  isPresent: boolean,
): Hash | undefined {
  const hash = child?.hash ?? cutHash
  if (isPresent !== (hash !== undefined)) throw new InvalidChunk('the nodes of the chunk do not form a tree')
  return hash
}

const totalSize = ({ size, childrenSize }: SyncNode): number => size + childrenSize
const ownSize = ({ size, embeddedSize }: SyncNode): number => size + embeddedSize

/** Where a node begins in the layout, computed along the path from the root. */
function startOf(target: PlacedNode, placed: readonly PlacedNode[], top: PlacedNode): number {
  const order = new Map(placed.map((node, index) => [node, index]))
  const goal = order.get(target)!
  let start = 0
  for (let at = top; ; ) {
    const index = order.get(at)!
    if (index === goal) return start + leftSize(at)
    if (goal > index) start += leftSize(at) + ownSize(at.node)
    at = (goal < index ? at.left : at.right)!
  }
}

/** Bytes of the left subtree, which follow from those of the right one. */
function leftSize({ node, right }: PlacedNode): number {
  if (!node.hasLeft) return 0
  if (node.hasRight && right === undefined) throw new InvalidChunk('the chunk does not prove its position')
  return node.childrenSize - node.embeddedSize - (right === undefined ? 0 : totalSize(right.node))
}
