import { asHash, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { unclesHash } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { receiptsRoot, transactionsRoot } from '../../protocol/roots.ts'
import type { Reader } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import { readAtPlace } from '../../trie/clusters/readAtPlace.ts'
import { getBlockRecord, serialOf, unpackBlockRecord } from '../storage/blockRecords.ts'
import { canonicalHashOf } from '../storage/canonicalHashes.ts'
import { decodeHeaderRecord } from '../storage/headerRecord.ts'
import { placeIn } from '../storage/nodeClusters.ts'
import { contentOf } from '../storage/sealedRecord.ts'
import { StoredBody } from '../storage/storedBody.ts'
import { StoredReceipts } from '../storage/storedReceipts.ts'
import { decodePlace } from '../storage/transactionPlace.ts'
import { storedNodes } from '../storage/trieNodes.ts'
import { withBitRestored, withHashRestored } from './flippedBit.ts'

/**
 * The record under a key as it was before one of its bits flipped. Undefined when more than a bit has changed, or when
 * nothing else that is stored confirms the result.
 */
export function restoredRecord(
  reader: Reader,
  network: Network,
  table: TableName,
  key: Uint8Array,
): Uint8Array | undefined {
  const damaged = reader.get(table, key)
  if (damaged === undefined) return undefined
  if (isUnderHash(table)) return withHashRestored(key, damaged)
  const record = withBitRestored(key, damaged)
  const confirm = confirmations[table]
  if (record === undefined || confirm === undefined) return undefined
  try {
    return confirm(contentOf(record), key, reader, network) ? record : undefined
  } catch {
    // What it would be compared with is damaged too, or the content cannot be decoded.
    return undefined
  }
}

/** Whether the records of a table are stored under their own hashes. */
export const isUnderHash = (table: TableName): boolean => ['trie', 'trieTwin', 'values'].includes(table)

/** Whether content is confirmed by what else is stored. */
type Confirmation = (content: Uint8Array, key: Uint8Array, reader: Reader, network: Network) => boolean

const confirmations: { readonly [table in TableName]?: Confirmation } = {
  headers(content, serial, reader, network) {
    const { header } = decodeHeaderRecord(unpackBlockRecord('headers', serial, content), network)
    return isSame(serialOf(reader, header.hash), serial)
  },
  bodies(content, serial, reader, network) {
    const { header } = headerAt(reader, serial, network)
    const body = new StoredBody(unpackBlockRecord('bodies', serial, content), network)
    const root = transactionsRoot(body.transactions, rulesAt(network, header.number))
    return isSame(root, header.transactionsRoot) && isSame(unclesHash(body.uncles), header.unclesHash)
  },
  receipts(content, serial, reader, network) {
    const { header } = headerAt(reader, serial, network)
    const { receipts } = new StoredReceipts(unpackBlockRecord('receipts', serial, content))
    return isSame(receiptsRoot(receipts, rulesAt(network, header.number)), header.receiptsRoot)
  },
  serials(serial, hash, reader, network) {
    return isSame(headerAt(reader, serial, network).header.hash, hash)
  },
  transactions(content, hash, reader, network) {
    const { blockNumber, index } = decodePlace(content)
    const block = canonicalHashOf(reader, blockNumber)
    const serial = block && serialOf(reader, block)
    const body = serial && getBlockRecord(reader, 'bodies', serial)
    return body !== undefined && isSame(new StoredBody(body, network).transactionHash(index), hash)
  },
  states(content, root, reader) {
    // Throws when the node at the place does not have the hash.
    readAtPlace(storedNodes(reader), asHash(root), placeIn(content).place)
    return true
  },
  // Every reader of a cluster compares what it enters with a hash.
  clusters: () => true,
}

function headerAt(reader: Reader, serial: Uint8Array, network: Network) {
  const bytes = getBlockRecord(reader, 'headers', serial)
  if (bytes === undefined) throw new RangeError('no block has this serial')
  return decodeHeaderRecord(bytes, network)
}

const isSame = (one: Hash | Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && equalBytes(one, other)
