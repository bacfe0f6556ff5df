import { Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { signer } from '../keys/signer.cases.ts'
import { multisigScript, op, opcode } from '../scripts/script.ts'
import { anyTransaction } from './bitcoinTransaction.cases.ts'
import { encodeTransaction, encodeWithoutWitness, hasWitness } from './bitcoinTransaction.ts'
import { legacySignatureHash, originalSignatureHash, segwitSignatureHash } from './signatureHash.ts'

const redeemScript = multisigScript(1, [signer('a').key, signer('b').key])
const hashTypeAll = 1
const anyIndex = fc.nat()

describe('the signature hash', () => {
  it('of inputs without witness is the same as in another library', () => {
    fc.assert(
      fc.property(anyTransaction, anyIndex, (transaction, any) => {
        fc.pre(!hasWitness(transaction))
        const index = any % transaction.inputs.length
        const other = Transaction.fromBuffer(encodeTransaction(transaction))
        expect(legacySignatureHash(transaction, index, redeemScript)).toEqual(
          new Uint8Array(other.hashForSignature(index, redeemScript, hashTypeAll)),
        )
      }),
      { numRuns: 100 },
    )
  })

  it('of inputs with witness is the same as in another library', () => {
    fc.assert(
      fc.property(
        anyTransaction,
        anyIndex,
        fc.bigInt({ min: 0n, max: 21n * 10n ** 14n }),
        (transaction, any, value) => {
          const index = any % transaction.inputs.length
          const other = Transaction.fromBuffer(encodeTransaction(transaction))
          expect(segwitSignatureHash(transaction, index, redeemScript, value)).toEqual(
            new Uint8Array(other.hashForWitnessV0(index, redeemScript, value, hashTypeAll)),
          )
        },
      ),
      { numRuns: 100 },
    )
  })

  it('of every type is the same as in another library', () => {
    const types = fc.constantFrom(1, 2, 3, 0x81, 0x82, 0x83)
    fc.assert(
      fc.property(anyTransaction, anyIndex, types, (transaction, any, type) => {
        const index = any % transaction.inputs.length
        // For a single output that does not exist the other library writes the number one big-endian, Bitcoin does not.
        fc.pre((type & 3) !== 3 || index < transaction.outputs.length)
        const other = Transaction.fromBuffer(encodeTransaction(transaction))
        expect(originalSignatureHash(transaction, index, redeemScript, type)).toEqual(
          new Uint8Array(other.hashForSignature(index, redeemScript, type)),
        )
        expect(segwitSignatureHash(transaction, index, redeemScript, 7n, type)).toEqual(
          new Uint8Array(other.hashForWitnessV0(index, redeemScript, 7n, type)),
        )
      }),
      { numRuns: 100 },
    )
  })

  it('leaves out OP_CODESEPARATOR', () => {
    const transaction = fc.sample(anyTransaction, { numRuns: 1, seed: 5 })[0]!
    const separated = concatBytes(op(opcode.codeSeparator), redeemScript, op(opcode.codeSeparator))
    expect(legacySignatureHash(transaction, 0, separated)).toEqual(
      legacySignatureHash(transaction, 0, redeemScript),
    )
  })

  it('of inputs without witness also covers the witnesses of other inputs', () => {
    fc.assert(
      fc.property(anyTransaction, (transaction) => {
        fc.pre(hasWitness(transaction))
        const inputs = transaction.inputs.map((input, index) => ({
          ...input,
          script: index === 0 ? redeemScript : new Uint8Array(0),
        }))
        const preimage = encodeTransaction({ ...transaction, inputs })
        expect(preimage.length).toBeGreaterThan(encodeWithoutWitness({ ...transaction, inputs }).length)
        expect(legacySignatureHash(transaction, 0, redeemScript)).toEqual(
          doubleSha256(concatBytes(preimage, new Uint8Array([1, 0, 0, 0]))),
        )
      }),
      { numRuns: 30 },
    )
  })
})
