import { decodeHeaderRecord, encodeHeaderRecord } from '../../chain/storage/headerRecord.ts'
import { numberInKey, numberKey } from '../../chain/storage/numbers.ts'
import { packZeros, unpackZeros } from '../../chain/storage/zeroRuns.ts'
import { asciiBytes, asHash, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DamagedData, DecodeError } from '../../primitives/errors.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Batch, Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'
import type { LinkedHeader } from '../lightHeaders.ts'

/** The tables of a folder of headers. */
export const headerTables: readonly TableName[] = ['meta', 'headers', 'serials']

const rangeKey = asciiBytes('light.range')

/** The range of stored headers, and the anchor that they are linked to. */
export interface StoredRange {
  readonly anchor: Hash
  readonly first: number
  readonly head: number
}

/** The headers of the best chain in a store: header by number, and number by hash. */
export class HeaderRecords {
  readonly #store: Store
  readonly #network: Network

  constructor(store: Store, network: Network) {
    this.#store = store
    this.#network = network
  }

  /** Undefined for an empty store. */
  get range(): StoredRange | undefined {
    const bytes = this.#store.get('meta', rangeKey)
    if (bytes === undefined) return undefined
    const reader = RlpReader.list(bytes, 'light.range')
    const anchor = asHash(reader.fixed('anchor', 32))
    return { anchor, first: reader.number('first'), head: reader.number('head') }
  }

  at(number: number): LinkedHeader | undefined {
    const packed = this.#store.get('headers', numberKey(number))
    if (packed === undefined) return undefined
    const record = this.#decoded(packed, number)
    if (this.numberOf(record.header.hash) === number) return record
    throw damaged(number)
  }

  numberOf(hash: Hash): number | undefined {
    const key = this.#store.get('serials', hash)
    return key === undefined ? undefined : numberInKey(key)
  }

  /** Replaces the headers above `ancestor`, drops those below `range.first`, and notes the range, at once. */
  replace(removed: readonly LinkedHeader[], added: readonly LinkedHeader[], range: StoredRange): void {
    const before = this.range
    this.#store.write((batch) => {
      for (const { header } of removed) remove(batch, header.number, header.hash)
      for (const linked of added) {
        const { header, totalDifficulty } = linked
        const key = numberKey(header.number)
        const record = encodeHeaderRecord({ header, totalDifficulty, stateRoot: header.stateRoot })
        batch.put('headers', key, packZeros(record))
        batch.put('serials', header.hash, key)
      }
      for (let number = before?.first ?? range.first; number < range.first; number++) {
        const packed = batch.get('headers', numberKey(number))
        if (packed !== undefined) remove(batch, number, this.#decoded(packed, number).header.hash)
      }
      batch.put(
        'meta',
        rangeKey,
        encodeRlp([range.anchor, unsignedBytes(range.first), unsignedBytes(range.head)]),
      )
    })
  }

  clear(): void {
    this.#store.write((batch) => {
      for (const table of ['headers', 'serials'] as const)
        for (const { key } of batch.range(table)) batch.delete(table, key)
      batch.delete('meta', rangeKey)
    })
  }

  #decoded(packed: Uint8Array, number: number): LinkedHeader {
    const record = unpackZeros(packed)
    if (record === undefined) throw damaged(number)
    try {
      return decodeHeaderRecord(record, this.#network)
    } catch (error) {
      throw error instanceof DecodeError ? damaged(number) : error
    }
  }
}

function remove(batch: Batch, number: number, hash: Hash): void {
  const key = numberKey(number)
  batch.delete('headers', key)
  const stored = batch.get('serials', hash)
  if (stored !== undefined && equalBytes(stored, key)) batch.delete('serials', hash)
}

const damaged = (number: number): DamagedData => new DamagedData(`header ${number}`)
