import { Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes, emptyBytes, reversedBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { anyTransaction } from './bitcoinTransaction.cases.ts'
import {
  bitcoinId,
  decodeTransaction,
  encodeTransaction,
  encodeWithoutWitness,
  readTransaction,
  transactionIdOf,
} from './bitcoinTransaction.ts'

function readByOther(bytes: Uint8Array): Transaction | undefined {
  try {
    return Transaction.fromBuffer(bytes)
  } catch {
    return undefined
  }
}

describe('a Bitcoin transaction', () => {
  it('decodes to what was encoded', () => {
    fc.assert(
      fc.property(anyTransaction, (transaction) => {
        expect(decodeTransaction(encodeTransaction(transaction))).toEqual(transaction)
      }),
      { numRuns: 200 },
    )
  })

  it('has the bytes and the id that another library gives it', () => {
    fc.assert(
      fc.property(anyTransaction, (transaction) => {
        const bytes = encodeTransaction(transaction)
        const other = Transaction.fromBuffer(bytes)
        expect(toHexDigits(bytes)).toBe(other.toHex())
        expect(toHexDigits(transactionIdOf(transaction))).toBe(other.getId())
        expect(toHexDigits(bitcoinId(bytes))).toBe(toHexDigits(reversedBytes(other.getHash(true))))
      }),
      { numRuns: 200 },
    )
  })

  it('with changed bytes decodes whenever another library decodes it, with the same id', () => {
    let accepted = 0
    fc.assert(
      fc.property(anyTransaction, fc.nat(), fc.nat(255), fc.nat(3), (transaction, where, byte, cut) => {
        const bytes = encodeTransaction(transaction)
        bytes[where % bytes.length] = byte
        const changed = bytes.subarray(0, bytes.length - cut)
        const other = readByOther(changed)
        // Without inputs the other library reads the flag as the number of outputs.
        if (!other || other.ins.length === 0) return
        accepted++
        expect(toHexDigits(transactionIdOf(decodeTransaction(changed)))).toBe(other.getId())
      }),
      { numRuns: 400 },
    )
    expect(accepted).toBeGreaterThan(50)
  })

  it('decodes or fails with a DecodeError for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeTransaction(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('may be followed by other bytes, which its length does not count', () => {
    fc.assert(
      fc.property(anyTransaction, fc.uint8Array({ maxLength: 5 }), (transaction, rest) => {
        const bytes = encodeTransaction(transaction)
        expect(readTransaction(concatBytes(bytes, rest))).toEqual({ transaction, length: bytes.length })
      }),
      { numRuns: 50 },
    )
  })

  it('is refused when a byte is missing', () => {
    fc.assert(
      fc.property(anyTransaction, fc.nat(), (transaction, cut) => {
        const bytes = encodeTransaction(transaction)
        expect(() => decodeTransaction(bytes.subarray(0, cut % bytes.length))).toThrow(DecodeError)
      }),
      { numRuns: 200 },
    )
  })

  const outpoint = `${'11'.repeat(32)}02000000`

  it('may have counts and lengths in a longer form and is encoded with the shortest', () => {
    const long = fromHex(`01000000fd0100${outpoint}fe00000000ffffffff01${'00'.repeat(8)}fd000000000000`)
    const short = fromHex(`0100000001${outpoint}00ffffffff01${'00'.repeat(8)}0000000000`)
    expect(encodeTransaction(decodeTransaction(long))).toEqual(short)
  })

  it('without inputs has no outputs when the flag is zero', () => {
    const { inputs, outputs } = decodeTransaction(fromHex('01000000000000000000'))
    expect([inputs, outputs]).toEqual([[], []])
  })

  it.each(['02', '03', '81'])('with the unknown flag %s is refused', (flag) => {
    const witness = flag === '02' ? '' : '0100'
    const bytes = `0100000000${flag}01${outpoint}00ffffffff01${'00'.repeat(8)}00${witness}00000000`
    expect(() => decodeTransaction(fromHex(bytes))).toThrow(DecodeError)
  })

  it('whose witnesses are all empty is encoded without them', () => {
    const bytes = fromHex(`01000000000101${outpoint}00ffffffff01${'00'.repeat(8)}000000000000`)
    const { inputs } = decodeTransaction(bytes)
    expect(inputs[0]!.witness).toEqual([])
    expect(encodeTransaction(decodeTransaction(bytes))).toHaveLength(bytes.length - 3)
  })

  it('with an impossible count is refused', () => {
    expect(() => decodeTransaction(fromHex(`01000000ff${'ff'.repeat(8)}`))).toThrow(DecodeError)
    expect(() => decodeTransaction(emptyBytes)).toThrow(DecodeError)
  })
})

describe('a Bitcoin transaction that is read strictly and without witnesses', () => {
  const strict = { witnesses: 'dropped', trailingBytes: 'refused' } as const

  it('has the id that another library gives it', () => {
    fc.assert(
      fc.property(anyTransaction, (transaction) => {
        const bytes = encodeTransaction(transaction)
        const stripped = encodeWithoutWitness(decodeTransaction(bytes, strict))
        expect(doubleSha256(stripped)).toEqual(new Uint8Array(Transaction.fromBuffer(bytes).getHash()))
        expect(decodeTransaction(bytes, strict).inputs.every(({ witness }) => witness.length === 0)).toBe(
          true,
        )
      }),
      { numRuns: 100 },
    )
  })

  it('is refused when a byte is missing or follows', () => {
    const transaction = new Transaction()
    transaction.addInput(new Uint8Array(32), 0)
    transaction.setWitness(0, [new Uint8Array(3)])
    transaction.addOutput(new Uint8Array(3), 1n)
    const whole = transaction.toBuffer()
    for (let length = 0; length < whole.length; length++) {
      expect(() => decodeTransaction(whole.subarray(0, length), strict)).toThrow(DecodeError)
    }
    expect(() => decodeTransaction(concatBytes(whole, Uint8Array.of(0)), strict)).toThrow(DecodeError)
  })

  it.each(['fdffff', 'feffffffff', 'ffffffffffffffffff'])('is refused with a count of %s items', (count) => {
    expect(() => decodeTransaction(fromHex(`01000000${count}${'00'.repeat(100)}`), strict)).toThrow(
      DecodeError,
    )
  })
})
