import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DamagedData, DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { clusterAt, offsetAt, type TrieNode } from '../nodes/node.ts'
import { nodeHash } from '../nodes/nodeEncoding.ts'
import { MissingNode, type NodeSource } from '../nodes/nodeSource.ts'
import { ClusterReader } from './clusterDecoding.ts'

/**
 * The node at a place, with all nodes below it in its cluster, and the offset after it. The nodes must hash to the hash by
 * which the first is known.
 */
export function readAtPlace(
  source: NodeSource,
  hash: Hash,
  place: number,
): { readonly node: TrieNode; readonly end: number } {
  const number = clusterAt(place)
  const cluster = source.cluster?.(number)
  // Pruning has cut the end of the cluster off, and with it this node.
  if (cluster === undefined || offsetAt(place) >= cluster.length) throw new MissingNode('node', hash)
  try {
    const reader = new ClusterReader(cluster, number)
    const node = reader.read(offsetAt(place))
    if (equalBytes(nodeHash(node), hash)) return { node, end: reader.end }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
  }
  throw new DamagedData(`the trie node ${toHex(hash)}`)
}
