import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Log } from '../../evm/log.ts'
import { asAddress, asHash, concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { FlatLog } from './flatLog.ts'
import { encodeReceipts, StoredReceipts } from './storedReceipts.ts'

/** Bytes with zeros in runs, as in the words of the ABI. */
const sparse = (length: number) =>
  fc
    .array(fc.tuple(fc.boolean(), fc.uint8Array({ minLength: 1, maxLength: 40 })), { minLength: 8 })
    .map((parts) => concatBytes(...parts.map(([isZero, bytes]) => (isZero ? bytes.fill(0) : bytes))))
    .map((bytes) => concatBytes(bytes, new Uint8Array(length)).slice(0, length))

const anyLog: fc.Arbitrary<Log> = fc.record({
  address: sparse(20).map(asAddress),
  topics: fc.array(sparse(32).map(asHash), { maxLength: 4 }),
  data: fc.nat(400).chain(sparse),
})

const receiptOf = (logs: readonly Log[]): Receipt => ({
  success: true,
  cumulativeGasUsed: 1,
  gasUsed: 1,
  logsBloom: new Uint8Array(256),
  logs,
})

const everything = { profile: [], matches: () => true }

/** Place and content of a log. */
const shown = (transaction: number, index: number, { address, topics, data }: Log): string =>
  [transaction, index, toHex(address), ...topics.map(toHex), 'data', toHex(data)].join(' ')

function logsIn(searched: Pick<StoredReceipts, 'eachLog'>): string[] {
  const flat = new FlatLog()
  const found: string[] = []
  searched.eachLog(everything, flat, (transaction, index) =>
    found.push(shown(transaction, index, flat.toLog())),
  )
  return found
}

function placed(receipts: readonly Receipt[]): string[] {
  let index = 0
  return receipts.flatMap(({ logs }, transaction) => logs.map((log) => shown(transaction, index++, log)))
}

const largeLog = (data: Uint8Array): Log => ({
  address: asAddress(new Uint8Array(20).fill(1)),
  topics: [asHash(new Uint8Array(32))],
  data,
})

describe('a search over the logs of a block', () => {
  it('gets every log of a record with its place', () => {
    const lists = fc.array(fc.array(anyLog, { maxLength: 8 }), { maxLength: 4 })
    fc.assert(
      fc.property(lists, (logs) => {
        const receipts = logs.map(receiptOf)
        expect(logsIn(new StoredReceipts(encodeReceipts(receipts)))).toEqual(placed(receipts))
      }),
      { numRuns: 60 },
    )
  })

  it('gets logs of any length: few packed bytes may be much data', () => {
    const lengths = [16_000, 20_000, 65_536, 300_000]
    const datas = lengths.flatMap((length) => [new Uint8Array(length), new Uint8Array(length).fill(7)])
    const receipts = [receiptOf(datas.map(largeLog)), receiptOf(datas.map(largeLog))]
    expect(logsIn(new StoredReceipts(encodeReceipts(receipts)))).toEqual(placed(receipts))
  })

  it('refuses packed bytes that are not the result of packing, and logs without all of their topics', () => {
    const whole = new Uint8Array(20).fill(3)
    const flat = new FlatLog()
    const unpack = (record: Uint8Array): void => {
      flat.begin(record)
      flat.unpack(0, record.length)
    }
    expect(() => unpack(Uint8Array.of(0, ...whole))).not.toThrow()
    expect(() => unpack(Uint8Array.of(0, ...whole, 0))).toThrow(DecodeError)
    expect(() => unpack(Uint8Array.of(0, ...whole, 0, 0))).toThrow(DecodeError)
    expect(() => unpack(Uint8Array.of(1, ...whole))).toThrow(DecodeError)
  })
})
