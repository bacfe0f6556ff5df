import { asciiBytes } from '../../src/primitives/bytes.ts'
import { toSafeNumber } from '../../src/primitives/integers.ts'
import type { Reader } from '../../src/store/store.ts'
import type { TableName } from '../../src/store/tables.ts'

/** Sorted runs are made and merged all the time. */
const limits = { recent: 4, recentInBulk: 2, fanOut: 2, effort: 3, pause: 1 }

export const testStamp = { network: 'regtest', genesisHash: new Uint8Array(32).fill(7), runs: { limits } }

/** Tables that receive one entry per batch. */
export const numberedTables: readonly TableName[] = [
  'headers',
  'bodies',
  'receipts',
  'canonical',
  'trie',
  'transactions',
  'logIndex',
]

export const numbered = (number: number): Uint8Array =>
  Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number)

/** 600 bytes, so that each batch takes LMDB pages of its own. */
export const numberedValue = (number: number): Uint8Array => new Uint8Array(600).fill(number)

/** The number of the last batch; zero before the first. */
export const readNumber = (reader: Reader): number =>
  toSafeNumber(reader.get('meta', asciiBytes('number')) ?? new Uint8Array(0))!
