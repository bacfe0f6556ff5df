import type { Serial } from '../../chain/storage/blockRecords.ts'
import { encodeHeaderRecord } from '../../chain/storage/headerRecord.ts'
import { sealRecord } from '../../chain/storage/sealedRecord.ts'
import { encodeBody } from '../../chain/storage/storedBody.ts'
import { encodeReceipts } from '../../chain/storage/storedReceipts.ts'
import { encodePlaceRecord } from '../../chain/storage/transactionPlace.ts'
import { packZeros } from '../../chain/storage/zeroRuns.ts'
import { asHash, type Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Batch, Entry, Range, Reader, Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import type { OriginBlocks } from './originBlocks.ts'

/** The first byte of serials of the origin's blocks; serials of local blocks count from 0 and stay below. */
const pastSerial = 0xff
const serialBytes = 5

/**
 * The store of a fork. What the local chain wrote comes from the store below; blocks, receipts and places of
 * transactions from before the fork come from the origin, in the form in which the chain stores them.
 */
export class HistoryStore implements Store {
  readonly #local: Store
  readonly #origin: OriginBlocks
  /** Hashes of the blocks of the origin by serial. */
  readonly #hashes: Hash[] = []
  readonly #serials = new Map<string, number>()

  constructor(local: Store, origin: OriginBlocks) {
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
        return key[0] === pastSerial ? this.#record(table, key) : undefined
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
    const known = this.#serials.get(wordKey(hash))
    if (known !== undefined) return serialFrom(known)
    if (this.#origin.block(hash) === undefined) return undefined
    const serial = this.#hashes.push(hash) - 1
    this.#serials.set(wordKey(hash), serial)
    return serialFrom(serial)
  }

  #record(table: 'headers' | 'bodies' | 'receipts', serial: Serial): Uint8Array | undefined {
    const hash = this.#hashes[numberIn(serial.subarray(1))]
    if (hash === undefined) return undefined
    if (table === 'receipts') return encodeReceipts(this.#origin.receipts(hash))
    const { block, totalDifficulty } = this.#origin.block(hash)!
    const { header } = block
    return packZeros(
      table === 'headers'
        ? encodeHeaderRecord({ header, totalDifficulty, stateRoot: header.stateRoot })
        : encodeBody(block),
    )
  }
}

function serialFrom(number: number): Serial {
  const serial = new Uint8Array(serialBytes)
  serial[0] = pastSerial
  new DataView(serial.buffer).setUint32(1, number)
  return serial
}

const numberIn = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0)
