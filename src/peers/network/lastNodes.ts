import { asciiBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Store } from '../../store/store.ts'
import { type Enode, formatEnode, parseEnode } from '../identity/enode.ts'

const key = asciiBytes('peers.last')
const maximumNodes = 64

/** Saves the peers of this run with the chain, so that a restarted node can call them. */
export function keepLastNodes(store: Store, nodes: readonly Enode[]): void {
  const texts = nodes.slice(0, maximumNodes).map((node) => asciiBytes(formatEnode(node)))
  store.write((batch) => batch.put('meta', key, encodeRlp(texts)))
}

/** The saved peers; empty when the record is damaged, because that must not prevent a start. */
export function lastNodes(store: Store): Enode[] {
  const bytes = store.get('meta', key)
  if (bytes === undefined) return []
  try {
    return enodesIn(RlpReader.list(bytes, 'last peers'))
  } catch (error) {
    if (error instanceof DecodeError) return []
    throw error
  }
}

function enodesIn(reader: RlpReader): Enode[] {
  const nodes: Enode[] = []
  while (!reader.done && nodes.length < maximumNodes)
    nodes.push(parseEnode(Buffer.from(reader.bytes('enode')).toString('latin1')))
  return nodes
}
