import { equalBytes, type Hash } from '../primitives/bytes.ts'
import { type Block, weightOf } from '../protocol/block.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { Batch, Reader, Store } from '../store/store.ts'
import { putBlockRecord, recordOfBlock, removeBlockRecords, takeSerial } from './storage/blockRecords.ts'
import { putCanonical, putHead } from './storage/canonicalHashes.ts'
import { type ChainStart, putChainStart } from './storage/chainStart.ts'
import { decodeHeaderRecord, encodeHeaderRecord, type HeaderRecord } from './storage/headerRecord.ts'
import { encodeBody } from './storage/storedBody.ts'

/*
 * A chain may start at a snapshot: a block whose state was fetched instead of computed. Blocks below it are stored
 * without receipts, because they were not executed, and only as far down as the rules of later blocks read.
 */

/** Stores an ancestor of a snapshot, or its block, without making it canonical. */
export function putUnexecuted(batch: Batch, block: Block, totalDifficulty: bigint): void {
  const { header } = block
  const record = { header, totalDifficulty, stateRoot: header.stateRoot }
  const serial = takeSerial(batch, header.hash)
  putBlockRecord(batch, 'headers', serial, encodeHeaderRecord(record))
  putBlockRecord(batch, 'bodies', serial, encodeBody(block))
}

/** The total difficulty of the parent of a block with this one. */
export const parentDifficulty = (block: Block, totalDifficulty: bigint): bigint =>
  totalDifficulty - weightOf(block)

/** Makes a stored block with its whole state the head, and its stored ancestors canonical. */
export function startAt(batch: Batch, head: Hash, network: Network): ChainStart {
  let lowest = 0
  let number = 0
  for (const { header } of storedAncestors(batch, head, network)) {
    if (number === 0) number = header.number
    lowest = header.number
    putCanonical(batch, lowest, header.hash)
  }
  putHead(batch, head)
  putChainStart(batch, { number, lowest })
  return { number, lowest }
}

/**
 * Stores the blocks below the lowest one of a chain that started at a snapshot, newest first, as canonical ones. Throws
 * when they are not its ancestors.
 */
export function extendDown(
  batch: Batch,
  { number }: ChainStart,
  lowest: Block & { readonly totalDifficulty: bigint },
  blocks: readonly Block[],
): void {
  let child: Block = lowest
  let { totalDifficulty } = lowest
  for (const block of blocks) {
    const { header } = block
    if (!equalBytes(header.hash, child.header.parentHash)) {
      throw new RangeError(`block ${header.number} is not the parent of block ${child.header.number}`)
    }
    totalDifficulty = parentDifficulty(child, totalDifficulty)
    putUnexecuted(batch, block, totalDifficulty)
    putCanonical(batch, header.number, header.hash)
    child = block
  }
  putChainStart(batch, { number, lowest: child.header.number })
}

/**
 * Removes a block that was stored with `putUnexecuted`, and its ancestors. Nodes of its state stay stored, but for the
 * root: a state whose root is stored is taken to be whole.
 */
export function removeUnexecuted(store: Store, head: Hash, stateRoot: Hash, network: Network): void {
  store.write((batch) => {
    for (const table of ['trie', 'trieTwin'] as const) batch.delete(table, stateRoot)
    for (const { header } of [...storedAncestors(batch, head, network)])
      removeBlockRecords(batch, header.hash)
  })
}

/** A stored block and its ancestors, without the genesis block. */
function* storedAncestors(
  reader: Reader,
  head: Hash,
  network: Network,
): Generator<HeaderRecord, void, undefined> {
  let hash = head
  for (;;) {
    const bytes = recordOfBlock(reader, 'headers', hash)
    const record = bytes && decodeHeaderRecord(bytes, network)
    if (record === undefined || record.header.number === 0) return
    yield record
    hash = record.header.parentHash
  }
}
