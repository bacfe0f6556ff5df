import type { ChainReader } from '../../native/nativeContext.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { getBlockRecord, putBlockRecord, recordOfBlock, type Serial, serialOf } from './blockRecords.ts'
import { canonicalHashOf, hashInHead, headHashOf, headRecordOf } from './canonicalHashes.ts'
import { type CacheShares, cacheShares, defaultCacheBytes } from './chainMemory.ts'
import { requireExecuted } from './chainStart.ts'
import {
  decodeHeaderRecord,
  encodeHeaderRecord,
  type HeaderOutline,
  type HeaderRecord,
  outlineIn,
} from './headerRecord.ts'
import { numberKey } from './numbers.ts'
import { damagedRecord } from './sealedRecord.ts'
import { readEdit } from './stateEdits.ts'
import { StoredBlock } from './storedBlock.ts'
import { type BlockBody, encodeBody, StoredBody } from './storedBody.ts'
import { encodeReceipts, StoredReceipts } from './storedReceipts.ts'

/** Memory of a decoded header, as measured on Node 20. */
const decodedHeader = 3000
/** Bounds on the number of cached headers: rules read 449 ancestors. */
const minimumHeaders = 1024
const maximumHeaders = 4096
/** Memory of a body besides its bytes: of its own, and of each transaction, as measured on Node 20. */
const decodedBody = 500
const decodedTransaction = 1000
/** Up to this distance an ancestor is found by following parents. */
const nearGenerations = 4
const defaultShares = cacheShares(defaultCacheBytes)
/**
 * Once a cache is full, one of this many records that a search misses enters it. If all did, repeated searches over more
 * blocks than fit would replace each record before it is read again, and every record would grow old before it is garbage.
 */
const missesPerReplacement = 8

/** The store lacks a block to which another record refers. */
const missingBlock = (what: string, hash: Uint8Array): DamagedData =>
  new DamagedData(`the ${what} of block ${toHex(hash)}, which is not in the store,`)

/**
 * The stored blocks of all branches. Blocks never change and are never removed, so they are cached by hash. Which of
 * them are canonical is read from the store each time, so that a reading process follows the writing one.
 */
export class Blocks implements ChainReader {
  readonly #reader: Reader
  readonly network: Network
  readonly #records: BoundedMap<string, HeaderRecord>
  readonly #bodies: BoundedMap<string, BlockBody>
  readonly #receipts: BoundedMap<string, StoredReceipts>
  /** Of the block that was executed last: its receipts are the most likely to be read. */
  #latestReceipts: { readonly hash: Hash; readonly receipts: readonly Receipt[] } | undefined
  /** A search asks for the hashes of several transactions of a block, one after the other. */
  #latestSearched: { readonly hash: Hash; readonly body: BlockBody } | undefined
  /** Records of each kind that searches read while the cache was full. */
  readonly #missed = { bodies: 0, receipts: 0 }
  #head: { readonly record: Uint8Array; readonly block: StoredBlock } | undefined
  /** Version of the reader at which the head was read last. */
  #headVersion: number | undefined

  /** The caches hold as much as `shares` allows, and some headers in any case. */
  constructor(
    reader: Reader,
    network: Network,
    shares: Pick<CacheShares, 'bodies' | 'receipts' | 'headers'> = defaultShares,
  ) {
    this.#reader = reader
    this.network = network
    const headers = Math.floor(shares.headers / decodedHeader)
    this.#records = new BoundedMap(Math.min(Math.max(headers, minimumHeaders), maximumHeaders))
    this.#bodies = new BoundedMap(shares.bodies)
    this.#receipts = new BoundedMap(shares.receipts)
  }

  /** Hash of the best block; undefined in an empty store. */
  get headHash(): Hash | undefined {
    return headHashOf(this.#reader)
  }

  /** Nearly every call asks for the head, so the one of the latest record is kept. */
  get head(): StoredBlock {
    const { version } = this.#reader
    if (this.#head !== undefined && version !== undefined && version === this.#headVersion)
      return this.#head.block
    const record = headRecordOf(this.#reader)
    if (record === undefined) throw new Error('the store does not have a chain yet')
    if (this.#head === undefined || !equalBytes(record, this.#head.record)) {
      this.#head = { record, block: this.expect(hashInHead(record)) }
    }
    this.#headVersion = version
    return this.#head.block
  }

  has(hash: Hash): boolean {
    return this.#records.has(wordKey(hash)) || this.#reader.has('serials', hash)
  }

  record(hash: Hash): HeaderRecord | undefined {
    const key = wordKey(hash)
    const known = this.#records.use(key)
    if (known !== undefined) return known
    const serial = serialOf(this.#reader, hash)
    if (serial === undefined) return undefined
    const bytes = getBlockRecord(this.#reader, 'headers', serial)
    if (bytes === undefined) throw damagedRecord('headers', serial)
    const record = decodeHeaderRecord(bytes, this.network)
    // The checksum covers the record, but the serial may lead to that of another block.
    if (!equalBytes(record.header.hash, hash)) throw damagedRecord('headers', serial)
    this.#records.set(key, record)
    return record
  }

  body(hash: Hash): BlockBody {
    const key = wordKey(hash)
    const known = this.#bodies.use(key)
    if (known !== undefined) return known
    const { body, weight } = this.#readBody(hash)
    this.#bodies.set(key, body, weight)
    return body
  }

  /** Hash of a transaction of a block, for searches. */
  transactionHash(hash: Hash, index: number): Hash {
    return this.#searchedBody(hash).transactionHash(index)
  }

  #searchedBody(hash: Hash): BlockBody {
    const key = wordKey(hash)
    const known = this.#bodies.use(key)
    if (known !== undefined) return known
    const latest = this.#latestSearched
    if (latest !== undefined && equalBytes(latest.hash, hash)) return latest.body
    const { body, weight } = this.#readBody(hash)
    this.#latestSearched = { hash, body }
    if (this.#keepsSearched('bodies', weight)) this.#bodies.set(key, body, weight)
    return body
  }

  #readBody(hash: Hash): { readonly body: StoredBody; readonly weight: number } {
    const bytes = recordOfBlock(this.#reader, 'bodies', hash)
    if (bytes === undefined) throw missingBlock('body', hash)
    const body = new StoredBody(bytes, this.network)
    return { body, weight: weightOfBody(bytes.length, body.transactionCount) }
  }

  /** Whether a record that a search has read enters the cache of its kind. */
  #keepsSearched(kind: 'bodies' | 'receipts', weight: number): boolean {
    const cache = kind === 'bodies' ? this.#bodies : this.#receipts
    return cache.hasRoomFor(weight) || this.#missed[kind]++ % missesPerReplacement === 0
  }

  receipts(hash: Hash): readonly Receipt[] {
    const latest = this.#latestReceipts
    if (latest !== undefined && equalBytes(latest.hash, hash)) return latest.receipts
    const stored = this.storedReceipts(hash)
    if (!stored.isDecoded) this.#receipts.set(wordKey(hash), stored, stored.decodedWeight)
    return stored.receipts
  }

  /** The receipts in a form that is searched for logs. */
  storedReceipts(hash: Hash): StoredReceipts {
    const key = wordKey(hash)
    const known = this.#receipts.use(key)
    if (known !== undefined) return known
    const bytes = recordOfBlock(this.#reader, 'receipts', hash)
    if (bytes === undefined) {
      requireExecuted(this.#reader, this.record(hash)?.header.number ?? 0)
      throw missingBlock('receipts', hash)
    }
    const receipts = new StoredReceipts(bytes)
    const { weight } = receipts
    if (this.#keepsSearched('receipts', weight)) this.#receipts.set(key, receipts, weight)
    return receipts
  }

  /** The timestamp of a block in seconds, kept with its receipts: a search needs both. */
  timestamp(hash: Hash, receipts: StoredReceipts): number {
    receipts.blockTimestamp ??= this.outline(hash).timestamp
    return receipts.blockTimestamp
  }

  /** Parts of a header, which is decoded only if it is kept already: that takes longer than to write a log. */
  outline(hash: Hash): HeaderOutline {
    const known = this.#records.use(wordKey(hash))
    if (known !== undefined) return known.header
    const bytes = recordOfBlock(this.#reader, 'headers', hash)
    if (bytes === undefined) throw missingBlock('header', hash)
    return outlineIn(bytes)
  }

  /** Root of the state after a block: that of its execution, unless a developer edited the state. */
  stateRoot({ header, stateRoot }: HeaderRecord): Hash {
    return this.editedRoot(header.hash) ?? stateRoot
  }

  /** Root of the edited state after a block; undefined when it was not edited. Not cached, as edits are replaced. */
  editedRoot(hash: Hash): Hash | undefined {
    return this.network.isDevelopment ? readEdit(this.#reader, hash) : undefined
  }

  block(hash: Hash): StoredBlock | undefined {
    const record = this.record(hash)
    return record && new StoredBlock(record, this)
  }

  /** A stored block; throws `DamagedData` when it is missing. */
  expect(hash: Hash): StoredBlock {
    const block = this.block(hash)
    if (block === undefined) throw missingBlock('header', hash)
    return block
  }

  /**
   * Caches a block that was just written, as it was imported: its readers need neither decode its transactions nor
   * recover their senders again.
   */
  keep(record: HeaderRecord, block: Block, bodyBytes: number): StoredBlock {
    const key = wordKey(record.header.hash)
    const { transactions, uncles } = block
    const body = { transactions, uncles, transactionHash: (index: number) => transactions[index]!.hash }
    this.#records.set(key, record)
    this.#bodies.set(key, body, weightOfBody(bodyBytes, transactions.length))
    return new StoredBlock(record, this)
  }

  /** Keeps the receipts of a block that was just written. */
  keepReceipts(hash: Hash, receipts: readonly Receipt[]): void {
    this.#latestReceipts = { hash, receipts }
  }

  totalDifficulty(hash: Hash): bigint | undefined {
    return this.record(hash)?.totalDifficulty
  }

  canonicalHash(number: number): Hash | undefined {
    if (!Number.isSafeInteger(number) || number < 0) return undefined
    return canonicalHashOf(this.#reader, number)
  }

  /** The hash of a number up to that of the head; throws `DamagedData` when it is missing. */
  expectCanonicalHash(number: number): Hash {
    const hash = this.canonicalHash(number)
    if (hash === undefined) throw damagedRecord('canonical', numberKey(number))
    return hash
  }

  expectCanonical(number: number): StoredBlock {
    return this.expect(this.expectCanonicalHash(number))
  }

  isCanonical({ number, hash }: BlockHeader): boolean {
    const canonical = this.canonicalHash(number)
    return canonical !== undefined && equalBytes(canonical, hash)
  }

  /** Walks a side branch back to the canonical chain, in which the number gives the block. */
  ancestor(descendant: Hash, number: number): StoredBlock | undefined {
    let record = this.record(descendant)
    if (record === undefined || number < 0 || number > record.header.number) return undefined
    while (record.header.number > number) {
      // The headers in between are mostly cached, and reading a number takes longer than following a few parents.
      const isNear = record.header.number - number <= nearGenerations
      const canonical = !isNear && this.isCanonical(record.header) ? this.canonicalHash(number) : undefined
      if (canonical !== undefined) return this.expect(canonical)
      record = this.expect(record.header.parentHash).record
    }
    return new StoredBlock(record, this)
  }

  /** A stored ancestor; throws `DamagedData` when it is missing. */
  expectAncestor(descendant: Hash, number: number): StoredBlock {
    const ancestor = this.ancestor(descendant, number)
    if (ancestor === undefined) throw missingBlock(`ancestor ${number}`, descendant)
    return ancestor
  }
}

const weightOfBody = (bytes: number, transactions: number): number =>
  decodedBody + bytes + transactions * decodedTransaction

/** Stores a new block; returns the bytes of the encoded body. */
export function putBlock(
  batch: Batch,
  serial: Serial,
  record: HeaderRecord,
  body: Omit<Block, 'header'>,
  receipts: readonly Receipt[],
): number {
  const encodedBody = encodeBody(body)
  putBlockRecord(batch, 'headers', serial, encodeHeaderRecord(record), true)
  putBlockRecord(batch, 'bodies', serial, encodedBody, true)
  putBlockRecord(batch, 'receipts', serial, encodeReceipts(receipts), true)
  return encodedBody.length
}
