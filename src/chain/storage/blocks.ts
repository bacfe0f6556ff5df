import type { ChainReader } from '../../native/nativeContext.ts'
import { BoundedMap } from '../../primitives/boundedMap.ts'
import { asciiBytes, asHash, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { decodeHeaderRecord, encodeHeaderRecord, type HeaderRecord } from './headerRecord.ts'
import { numberKey } from './numberKey.ts'
import { StoredBlock } from './storedBlock.ts'
import { type BlockBody, encodeBody, importedBody, StoredBody } from './storedBody.ts'
import { decodeReceipts, encodeReceipts } from './storedReceipts.ts'

const headKey = asciiBytes('chain.head')

/** Several times the 449 ancestors that a rule may read. */
const cachedHeaders = 4096
/** Bytes of the encoded form. */
const cachedBodyBytes = 16 << 20
const cachedReceiptBytes = 8 << 20

/** The store lacks a block to which another record refers. */
class MissingBlock extends Error {
  override readonly name = 'MissingBlock'

  constructor(what: string, hash: Uint8Array) {
    super(`the ${what} of block ${toHex(hash)} is not in the store`)
  }
}

/**
 * The stored blocks of all branches. Blocks never change and are never removed, so they are cached by hash. Which of
 * them are canonical is read from the store each time, so that a reading process follows the writing one.
 */
export class Blocks implements ChainReader {
  readonly #reader: Reader
  readonly #network: Network
  readonly #records = new BoundedMap<string, HeaderRecord>(cachedHeaders)
  readonly #bodies = new BoundedMap<string, BlockBody>(cachedBodyBytes)
  readonly #receipts = new BoundedMap<string, readonly Receipt[]>(cachedReceiptBytes)

  constructor(reader: Reader, network: Network) {
    this.#reader = reader
    this.#network = network
  }

  /** Hash of the best block; undefined in an empty store. */
  get headHash(): Hash | undefined {
    return hashOf(this.#reader.get('meta', headKey))
  }

  get head(): StoredBlock {
    const hash = this.headHash
    if (hash === undefined) throw new Error('the store does not have a chain yet')
    return this.expect(hash)
  }

  has(hash: Hash): boolean {
    return this.#records.has(wordKey(hash)) || this.#reader.has('headers', hash)
  }

  record(hash: Hash): HeaderRecord | undefined {
    const key = wordKey(hash)
    const known = this.#records.use(key)
    if (known !== undefined) return known
    const bytes = this.#reader.get('headers', hash)
    if (bytes === undefined) return undefined
    const record = decodeHeaderRecord(bytes, this.#network)
    this.#records.set(key, record)
    return record
  }

  body(hash: Hash): BlockBody {
    const key = wordKey(hash)
    const known = this.#bodies.use(key)
    if (known !== undefined) return known
    const bytes = this.#reader.get('bodies', hash)
    if (bytes === undefined) throw new MissingBlock('body', hash)
    const body = new StoredBody(bytes, this.#network)
    this.#bodies.set(key, body, bytes.length)
    return body
  }

  receipts(hash: Hash): readonly Receipt[] {
    const key = wordKey(hash)
    const known = this.#receipts.use(key)
    if (known !== undefined) return known
    const bytes = this.#reader.get('receipts', hash)
    if (bytes === undefined) throw new MissingBlock('receipts', hash)
    const receipts = decodeReceipts(bytes)
    this.#receipts.set(key, receipts, bytes.length)
    return receipts
  }

  block(hash: Hash): StoredBlock | undefined {
    const record = this.record(hash)
    return record && new StoredBlock(record, this)
  }

  /** A stored block; throws `MissingBlock` when it is missing. */
  expect(hash: Hash): StoredBlock {
    const block = this.block(hash)
    if (block === undefined) throw new MissingBlock('header', hash)
    return block
  }

  /**
   * Caches a block that was just written, as it was imported: its readers need neither decode its transactions nor
   * recover their senders again.
   */
  keep(record: HeaderRecord, block: Block, bodyBytes: number): StoredBlock {
    const key = wordKey(record.header.hash)
    this.#records.set(key, record)
    this.#bodies.set(key, importedBody(block), bodyBytes)
    return new StoredBlock(record, this)
  }

  totalDifficulty(hash: Hash): bigint | undefined {
    return this.record(hash)?.totalDifficulty
  }

  canonicalHash(number: number): Hash | undefined {
    if (!Number.isSafeInteger(number) || number < 0) return undefined
    return hashOf(this.#reader.get('canonical', numberKey(number)))
  }

  isCanonical({ number, hash }: BlockHeader): boolean {
    const canonical = this.canonicalHash(number)
    return canonical !== undefined && equalBytes(canonical, hash)
  }

  /** Walks a side branch back to the canonical chain, in which the number gives the block. */
  ancestor(descendant: Hash, number: number): StoredBlock | undefined {
    let record = this.record(descendant)
    if (record === undefined || number < 0 || number > record.header.number) return undefined
    if (number === record.header.number - 1) return this.expect(record.header.parentHash)
    while (record.header.number > number) {
      const canonical = this.isCanonical(record.header) ? this.canonicalHash(number) : undefined
      if (canonical !== undefined) return this.expect(canonical)
      record = this.expect(record.header.parentHash).record
    }
    return new StoredBlock(record, this)
  }

  /** A stored ancestor; throws `MissingBlock` when it is missing. */
  expectAncestor(descendant: Hash, number: number): StoredBlock {
    const ancestor = this.ancestor(descendant, number)
    if (ancestor === undefined) throw new MissingBlock(`ancestor ${number}`, descendant)
    return ancestor
  }
}

const hashOf = (bytes: Uint8Array | undefined): Hash | undefined => bytes && asHash(bytes)

/** Returns the bytes of the encoded body. */
export function putBlock(
  batch: Batch,
  record: HeaderRecord,
  body: Omit<Block, 'header'>,
  receipts: readonly Receipt[],
): number {
  const { hash } = record.header
  const encodedBody = encodeBody(body)
  batch.put('headers', hash, encodeHeaderRecord(record))
  batch.put('bodies', hash, encodedBody)
  batch.put('receipts', hash, encodeReceipts(receipts))
  return encodedBody.length
}

export const putHead = (batch: Batch, hash: Hash): void => batch.put('meta', headKey, hash)
