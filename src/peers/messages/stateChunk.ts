import { emptyBytes } from '../../primitives/bytes.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { BorderNode, StateChunk } from '../../trie/chunk.ts'
import { maximumBorderNodes, maximumChunkNodes } from './messageLimits.ts'
import { nestedList, readItems } from './readNested.ts'

const hashLength = 32

/** [nodes before with left hashes, nodes, left hash of the first, hashes of the last, nodes after with right hashes] */
export function encodeStateChunk({
  before,
  nodes,
  firstLeftHash,
  lastHashes,
  after,
}: StateChunk): Uint8Array {
  return encodeRlp([
    before.map(borderItems),
    [...nodes],
    firstLeftHash,
    lastHashes === undefined ? [] : [...lastHashes],
    after.map(borderItems),
  ])
}

const borderItems = ({ form, hash }: BorderNode): RlpValue => [form, hash]

/** Throws a `DecodeError`. Additional items are ignored, as the reference node does. */
export function decodeStateChunk(bytes: Uint8Array): StateChunk {
  const reader = RlpReader.list(bytes, 'chunk')
  return {
    before: readBorder(nestedList(reader, 'before')),
    nodes: readItems(nestedList(reader, 'nodes'), maximumChunkNodes, (list, name) => list.bytes(name)),
    firstLeftHash: reader.fixedOrEmpty('firstLeftHash', hashLength),
    lastHashes: readLastHashes(nestedList(reader, 'lastHashes')),
    after: readBorder(nestedList(reader, 'after')),
  }
}

const readBorder = (list: RlpReader): BorderNode[] =>
  readItems(list, maximumBorderNodes, (reader, name) => {
    const item = nestedList(reader, name)
    return { form: item.bytes('node'), hash: item.fixedOrEmpty('hash', hashLength) }
  })

function readLastHashes(list: RlpReader): readonly [Uint8Array, Uint8Array] | undefined {
  if (list.done) return undefined
  const left = list.fixedOrEmpty('left', hashLength)
  return [left, list.done ? emptyBytes : list.fixedOrEmpty('right', hashLength)]
}
