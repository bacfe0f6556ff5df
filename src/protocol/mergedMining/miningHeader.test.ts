import { describe, expect, it } from 'vitest'
import { encodeTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { mainnet } from '../networks/definitions.ts'
import { type Rules, rulesAt } from '../networks/rules.ts'
import { miningHeader } from './proofOfWork.ts'

const read = (field: Uint8Array, rules: Rules) => miningHeader(field, rules)?.bytes
const header = new Uint8Array(80).fill(7)
const lastBefore = rulesAt(mainnet, 728_999)
const first = rulesAt(mainnet, 729_000)

const transaction = encodeTransaction({
  version: 1,
  inputs: [
    { transactionId: new Uint8Array(32), outputIndex: 0, script: fromHex('51'), sequence: 0, witness: [] },
  ],
  outputs: [{ value: 1n, script: fromHex('51') }],
  lockTime: 0,
})

describe('the Bitcoin header in a merged-mining field', () => {
  it('has 80 bytes', () => {
    expect(read(header, first)).toEqual(header)
    expect(read(header.subarray(1), lastBefore)).toBeUndefined()
    expect(read(header.subarray(1), first)).toBeUndefined()
  })

  it.each(['00', '0000', '00112233'])('could be followed by %s until RSKIP98', (suffix) => {
    const field = concatBytes(header, fromHex(suffix))
    expect(read(field, lastBefore)).toEqual(header)
    expect(read(field, first)).toBeUndefined()
  })

  it('could be followed by whole transactions until RSKIP98', () => {
    const field = concatBytes(header, fromHex('02'), transaction, transaction)
    expect(read(field, lastBefore)).toEqual(header)
    expect(read(field.subarray(0, -1), lastBefore)).toBeUndefined()
  })

  it.each(['01', 'ff', 'fd00', '0100'])('was never followed by %s', (suffix) => {
    expect(read(concatBytes(header, fromHex(suffix)), lastBefore)).toBeUndefined()
  })
})
