import type { Serial } from '../../chain/storage/blockRecords.ts'
import { encodeHeaderRecord } from '../../chain/storage/headerRecord.ts'
import { sealRecord } from '../../chain/storage/sealedRecord.ts'
import { encodeBody } from '../../chain/storage/storedBody.ts'
import { encodeReceipts } from '../../chain/storage/storedReceipts.ts'
import { encodePlaceRecord } from '../../chain/storage/transactionPlace.ts'
import { packZeros } from '../../chain/storage/zeroRuns.ts'
import { asHash, concatBytes, type Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Batch, Entry, Range, Reader, Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import type { PastPlace } from '../answers/placeIn.ts'

/** Checked blocks that are not stored here. Every member may fetch, or end a guessing run. */
export interface PastBlocks {
  /** Undefined for an unknown block. */
  headerOf(hash: Hash): { readonly header: BlockHeader; readonly totalDifficulty: bigint } | undefined
  /** Of a known block. */
  bodyOf(hash: Hash): Block
  receipts(hash: Hash): readonly Receipt[]
  /** The hash of the canonical block with this number. */
  hashAt(number: number): Hash | undefined
  /** Undefined for an unknown transaction. */
  place(transaction: Hash): PastPlace | undefined
}

/**
 * The first byte of serials of past blocks, which their hashes follow; serials of local blocks count from 0, are shorter and
 * stay below.
 */
const pastSerial = Uint8Array.of(0xff)

/**
 * The store of a fork, or of a light chain. What the local chain wrote comes from the store below; blocks, receipts and places
 * of transactions of the past come from endpoints, in the form in which the chain stores them.
 */
export class HistoryStore implements Store {
  readonly #local: Store
  readonly #origin: PastBlocks

  constructor(local: Store, origin: PastBlocks) {
    this.#local = local
    this.#origin = origin
  }

  /** Data of the origin does not change. */
  get version(): number | undefined {
    return this.#local.version
  }

  get(table: TableName, key: Uint8Array): Uint8Array | undefined {
    const stored = this.#local.get(table, key)
    if (stored !== undefined) return stored
    const past = this.#past(table, key)
    return past && sealRecord(key, past)
  }

  /** Local data only: the importer asks whether it has a block. */
  has(table: TableName, key: Uint8Array): boolean {
    return this.#local.has(table, key)
  }

  range(table: TableName, range?: Range): IterableIterator<Entry> {
    return this.#local.range(table, range)
  }

  write<Result>(work: (batch: Batch) => Result): Result {
    return this.#local.write(work)
  }

  snapshot<Result>(work: (reader: Reader) => Result): Result {
    return this.#local.snapshot(() => work(this))
  }

  close(): void {
    this.#local.close()
  }

  #past(table: TableName, key: Uint8Array): Uint8Array | undefined {
    switch (table) {
      case 'serials':
        return key.length === 32 ? this.#serialOf(asHash(key)) : undefined
      case 'headers':
      case 'bodies':
      case 'receipts':
        return key[0] === pastSerial[0] ? this.#record(table, key) : undefined
      case 'canonical':
        return this.#origin.hashAt(numberIn(key))
      case 'transactions': {
        const place = this.#origin.place(asHash(key))
        return place && encodePlaceRecord(place)
      }
      default:
        return undefined
    }
  }

  #serialOf(hash: Hash): Serial | undefined {
    return this.#origin.headerOf(hash) && concatBytes(pastSerial, hash)
  }

  #record(table: 'headers' | 'bodies' | 'receipts', serial: Serial): Uint8Array | undefined {
    const hash = asHash(serial.slice(pastSerial.length))
    if (table === 'receipts') return encodeReceipts(this.#origin.receipts(hash))
    if (table === 'bodies') return packZeros(encodeBody(this.#origin.bodyOf(hash)))
    const past = this.#origin.headerOf(hash)
    return past && packZeros(encodeHeaderRecord({ ...past, stateRoot: past.header.stateRoot }))
  }
}

const numberIn = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0)
