import { asciiBytes, asHash, type Hash } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Batch, Entry, Store } from '../../store/store.ts'
import { putBlockRecord, takeSerial } from '../storage/blockRecords.ts'
import { putCanonical, putHead } from '../storage/canonicalHashes.ts'
import { decodeHeaderRecord } from '../storage/headerRecord.ts'
import { numberKey } from '../storage/numbers.ts'
import { sealRecord } from '../storage/sealedRecord.ts'
import { StoredBody } from '../storage/storedBody.ts'
import { encodeReceipts } from '../storage/storedReceipts.ts'
import { putPlace } from '../storage/transactionPlace.ts'
import { decodeSecondReceipts } from './secondFormat.ts'

/*
 * Format 2 kept the records of blocks under their hashes, without checksums. The upgrade rewrites them in place, a few
 * hundred in each transaction, and notes how far it is in the same transaction: after a kill it continues there. Trie
 * nodes stay as they are.
 */

export interface UpgradeProgress {
  readonly what: 'blocks' | 'blocks of side branches' | 'entries of the log index'
  readonly done: number
  /** Undefined while it is unknown. */
  readonly total: number | undefined
}

/** Records that one transaction rewrites. */
export interface UpgradeSteps {
  readonly blocks: number
  readonly entries: number
}

const usualSteps: UpgradeSteps = { blocks: 256, entries: 4096 }

const headKey = asciiBytes('chain.head')
/** Holds the number of canonical blocks that are done. */
const blocksKey = asciiBytes('chain.upgrade.blocks')
/** Holds the last entry of the log index that is done. */
const indexKey = asciiBytes('chain.upgrade.logIndex')
const hashBytes = 32

/** Upgrades a store of format 2. */
export function upgradeFolder(
  store: Store,
  network: Network,
  tell: (progress: UpgradeProgress) => void = () => {},
  steps: UpgradeSteps = usualSteps,
): void {
  const head = store.get('meta', headKey)
  // The new form of the head has a checksum; it is written last.
  if (head !== undefined && head.length === hashBytes) {
    upgradeCanonical(store, network, asHash(head), tell, steps)
    upgradeSides(store, network, tell, steps)
    upgradeIndex(store, tell, steps)
  }
  store.write((batch) => {
    if (head !== undefined && head.length === hashBytes) putHead(batch, asHash(head))
    for (const key of [blocksKey, indexKey]) batch.delete('meta', key)
  })
}

function upgradeCanonical(
  store: Store,
  network: Network,
  head: Hash,
  tell: (progress: UpgradeProgress) => void,
  steps: UpgradeSteps,
): void {
  let next = Number(Buffer.from(store.get('meta', blocksKey) ?? []).toString() || 0)
  const total = headNumber(store, head, network) + 1
  while (next < total) {
    const end = Math.min(total, next + steps.blocks)
    store.write((batch) => {
      for (let number = next; number < end; number++) upgradeNumber(batch, network, number)
      batch.put('meta', blocksKey, Buffer.from(String(end)))
    })
    next = end
    tell({ what: 'blocks', done: next, total })
  }
}

/** The record of the head is in the new form once all canonical blocks are done. */
function headNumber(store: Store, head: Hash, network: Network): number {
  const record = store.get('headers', head)
  if (record !== undefined) return decodeHeaderRecord(record, network).header.number
  const [last] = store.range('canonical', { reverse: true, limit: 1 })
  return last === undefined ? -1 : last.key.reduce((sum, byte) => sum * 256 + byte, 0)
}

function upgradeNumber(batch: Batch, network: Network, number: number): void {
  const hash = batch.get('canonical', numberKey(number))
  if (hash === undefined) throw new DamagedData(`the number of block ${number}`)
  const body = upgradeBlock(batch, network, asHash(hash))
  putCanonical(batch, number, asHash(hash))
  for (let index = 0; index < body.transactionCount; index++) {
    putPlace(batch, body.transactionHash(index), { blockNumber: number, index })
  }
}

function upgradeSides(
  store: Store,
  network: Network,
  tell: (progress: UpgradeProgress) => void,
  { blocks }: UpgradeSteps,
): void {
  let done = 0
  for (let found = oldBlocks(store, blocks); found.length > 0; found = oldBlocks(store, blocks)) {
    const hashes = found
    store.write((batch) => {
      for (const hash of hashes) upgradeBlock(batch, network, hash)
    })
    done += hashes.length
    tell({ what: 'blocks of side branches', done, total: undefined })
  }
}

/** Some blocks whose records are under their hashes. */
function oldBlocks(store: Store, most: number): Hash[] {
  const hashes: Hash[] = []
  for (const { key } of store.range('headers')) {
    if (key.length === hashBytes) hashes.push(asHash(key))
    if (hashes.length === most) break
  }
  return hashes
}

function upgradeBlock(batch: Batch, network: Network, hash: Hash): StoredBody {
  const [header, body, receipts] = (['headers', 'bodies', 'receipts'] as const).map((table) => {
    const record = batch.get(table, hash)
    if (record === undefined) throw new DamagedData(`the record of block ${toHex(hash)} in ${table}`)
    batch.delete(table, hash)
    return record
  })
  const serial = takeSerial(batch, hash)
  putBlockRecord(batch, 'headers', serial, header!)
  putBlockRecord(batch, 'bodies', serial, body!)
  putBlockRecord(batch, 'receipts', serial, encodeReceipts(decodeSecondReceipts(receipts!)))
  const participants = batch.get('participants', hash)
  batch.delete('participants', hash)
  if (participants !== undefined) putBlockRecord(batch, 'participants', serial, participants)
  return new StoredBody(body!, network)
}

function upgradeIndex(
  store: Store,
  tell: (progress: UpgradeProgress) => void,
  { entries: most }: UpgradeSteps,
): void {
  let last = store.get('meta', indexKey)
  let done = 0
  for (
    let entries = indexAfter(store, last, most);
    entries.length > 0;
    entries = indexAfter(store, last, most)
  ) {
    const end = entries.at(-1)!.key
    store.write((batch) => {
      for (const { key, value } of entries) batch.put('logIndex', key, sealRecord(key, value))
      batch.put('meta', indexKey, end)
    })
    last = end
    done += entries.length
    tell({ what: 'entries of the log index', done, total: undefined })
  }
}

/** The next entries, without the one that is done. */
function indexAfter(store: Store, last: Uint8Array | undefined, most: number): Entry[] {
  const entries = [...store.range('logIndex', { start: last, limit: most + 1 })]
  return last === undefined ? entries.slice(0, most) : entries.slice(1)
}
