import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyBytes } from '../primitives/bytes.ts'
import { valueOrDecodeError } from '../primitives/decoding.cases.ts'
import { DecodeError } from '../primitives/errors.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { mutations } from '../primitives/hostileBytes.cases.ts'
import { encodeRlp, type RlpValue } from '../primitives/rlp/encode.ts'
import { arbitraryReceipt } from './arbitraryReceipts.cases.ts'
import { bloomBytes } from './bloom.ts'
import { decodeReceipt, encodeReceipt, type Receipt } from './receipts.ts'

const transfer: Receipt = {
  success: true,
  cumulativeGasUsed: 21_000,
  gasUsed: 21_000,
  logsBloom: new Uint8Array(bloomBytes),
  logs: [],
}

const one = Uint8Array.of(1)
const address = new Uint8Array(20)
const topic = new Uint8Array(32)

/** The six items with some replaced. */
const changed = (changes: Record<number, RlpValue>): Uint8Array =>
  encodeRlp(
    [one, fromHex('5208'), transfer.logsBloom, [], fromHex('5208'), one].map(
      (item, index) => changes[index] ?? item,
    ),
  )

describe('a receipt', () => {
  it('of a transfer is encoded as by the reference node', () => {
    expect(toHexDigits(encodeReceipt(transfer))).toBe(`f9010c01825208b90100${'00'.repeat(256)}c082520801`)
  })

  it('of a failure has empty strings as outcome, and an empty string for zero gas', () => {
    const failed = encodeReceipt({ ...transfer, success: false, cumulativeGasUsed: 0, gasUsed: 0 })
    expect(toHexDigits(failed)).toBe(`f901088080b90100${'00'.repeat(256)}c08080`)
  })

  it('decodes to the encoded value', () => {
    fc.assert(
      fc.property(arbitraryReceipt, (receipt) => {
        expect(decodeReceipt(encodeReceipt(receipt))).toEqual(receipt)
      }),
    )
  })

  it.each([
    ['another first item', { 0: fromHex('02') }, 'receipt.postState', 'is neither 01 nor empty'],
    ['a state root', { 0: topic }, 'receipt.postState', 'is neither 01 nor empty'],
    ['two outcomes', { 5: emptyBytes }, 'receipt.status', 'differs from the outcome in the first item'],
    ['a short bloom', { 2: new Uint8Array(255) }, 'receipt.logsBloom', 'has 255 bytes instead of 256'],
    ['too much gas', { 4: new Uint8Array(8).fill(1) }, 'receipt.gasUsed', 'exceeds 9007199254740991'],
    ['logs that are no list', { 3: emptyBytes }, 'receipt.logs', 'is an RLP string instead of a list'],
    [
      'a log with a short address',
      { 3: [[address.subarray(1), [], emptyBytes]] },
      'receipt.logs[0].address',
      'has 19 bytes instead of 20',
    ],
    [
      'a log with a short topic',
      { 3: [[address, [topic, topic.subarray(1)], emptyBytes]] },
      'receipt.logs[0].topics[1]',
      'has 31 bytes instead of 32',
    ],
    [
      'a log with a fourth item',
      { 3: [[address, [], emptyBytes, emptyBytes]] },
      'receipt.logs[0]',
      'has 1 items too many',
    ],
  ])('with %s is rejected', (_name, changes, where, problem) => {
    expect(() => decodeReceipt(changed(changes))).toThrow(new DecodeError(where, problem))
  })

  it('with a seventh item is rejected', () => {
    const seven = encodeRlp([one, emptyBytes, transfer.logsBloom, [], emptyBytes, one, one])
    expect(() => decodeReceipt(seven)).toThrow(new DecodeError('receipt', 'has 1 items too many'))
  })

  it('decodes to a value or a DecodeError for any bytes', () => {
    const mutated = arbitraryReceipt.chain((receipt) => mutations(encodeReceipt(receipt)))
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 100 })), (bytes) => {
        valueOrDecodeError(() => decodeReceipt(bytes))
      }),
      { numRuns: 500 },
    )
  })
})
