import { Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { decodeTransaction } from './bareTransaction.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength })
const input = fc.record({
  hash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  index: fc.nat(0xffffffff),
  script: bytes(300),
  witness: fc.array(bytes(300), { maxLength: 3 }),
})
const output = fc.record({ script: bytes(300), value: fc.bigInt({ min: 0n, max: 2n ** 50n }) })

test('transactions have the ids that a Bitcoin library gives them, with and without witnesses', () => {
  fc.assert(
    fc.property(
      fc.array(input, { minLength: 1, maxLength: 4 }),
      fc.array(output, { maxLength: 300 }),
      (inputs, outputs) => {
        const transaction = new Transaction()
        for (const { hash, index, script } of inputs) transaction.addInput(hash, index, 7, script)
        for (const [index, { witness }] of inputs.entries()) transaction.setWitness(index, witness)
        for (const { script, value } of outputs) transaction.addOutput(script, value)
        const stripped = decodeTransaction(transaction.toBuffer(), 'transaction')
        expect(Uint8Array.from(doubleSha256(stripped))).toEqual(transaction.getHash())
      },
    ),
    { numRuns: 100 },
  )
})

test('a transaction that is cut off anywhere, or goes on, is refused', () => {
  const transaction = new Transaction()
  transaction.addInput(new Uint8Array(32), 0)
  transaction.setWitness(0, [new Uint8Array(3)])
  transaction.addOutput(new Uint8Array(3), 1n)
  const whole = transaction.toBuffer()
  for (let length = 0; length < whole.length; length++) {
    expect(() => decodeTransaction(whole.subarray(0, length), 'transaction')).toThrow(DecodeError)
  }
  expect(() => decodeTransaction(concatBytes(whole, Uint8Array.of(0)), 'transaction')).toThrow(DecodeError)
})

test.each(['fdffff', 'feffffffff', 'ffffffffffffffffff'])('a count of %s items is not believed', (count) => {
  expect(() => decodeTransaction(fromHex(`01000000${count}${'00'.repeat(100)}`), 'transaction')).toThrow(
    DecodeError,
  )
})
