import { describe, expect, it } from 'vitest'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { hash160 } from '../keys/publicKey.ts'
import { type BitcoinSignature, encodeSignature } from '../keys/signature.ts'
import { signer } from '../keys/signer.cases.ts'
import { witnessProgram } from '../scripts/outputScripts.ts'
import { multisigScript, op, opcode, push } from '../scripts/script.ts'
import { type BitcoinTransaction, unsignedInput } from './bitcoinTransaction.ts'
import { spendsScriptHash } from './scriptRunner.ts'
import { legacySignatureHash } from './signatureHash.ts'

const names = ['a', 'b', 'c']
const signers = names.map(signer).sort((a, b) => Buffer.compare(a.key, b.key))
const keys = signers.map(({ key }) => key)
const emergency = signer('e')
const standard = multisigScript(2, keys)
const waiting = concatBytes(push(fromHex('f401')), op(opcode.checkSequenceVerify, opcode.drop))
const erp = concatBytes(
  op(opcode.notIf),
  standard,
  op(opcode.else),
  waiting,
  multisigScript(1, [emergency.key]),
  op(opcode.endIf),
)

const spending = (sequence = 0xffffffff): BitcoinTransaction => ({
  version: 2,
  inputs: [{ ...unsignedInput({ transactionId: new Uint8Array(32).fill(1), outputIndex: 0 }), sequence }],
  outputs: [{ value: 5n, script: new Uint8Array(2) }],
  lockTime: 0,
})

const withScript = (
  transaction: BitcoinTransaction,
  ...items: readonly Uint8Array[]
): BitcoinTransaction => ({
  ...transaction,
  inputs: [{ ...transaction.inputs[0]!, script: concatBytes(...items.map(push)) }],
})

const signatures = (script: Uint8Array, transaction = spending(), by = signers): Uint8Array[] => {
  const hash = legacySignatureHash(transaction, 0, script)
  return by.map(({ sign }) => encodeSignature(sign(hash)))
}

const spends = (script: Uint8Array, transaction: BitcoinTransaction): boolean =>
  spendsScriptHash(transaction, 0, hash160(script))

describe('an input spends a script hash', () => {
  const [first, second, third] = signatures(standard)

  it('with enough signatures in the order of the keys', () => {
    expect(spends(standard, withScript(spending(), emptyBytes, first!, second!, standard))).toBe(true)
    expect(spends(standard, withScript(spending(), emptyBytes, first!, third!, standard))).toBe(true)
    expect(spends(standard, withScript(spending(), emptyBytes, third!, first!, standard))).toBe(false)
    expect(spends(standard, withScript(spending(), emptyBytes, first!, standard))).toBe(false)
    expect(spends(standard, withScript(spending(), emptyBytes, first!, first!, standard))).toBe(false)
  })

  it('with the branch of the federation where there are emergency keys', () => {
    const [one, two] = signatures(erp)
    expect(spends(erp, withScript(spending(), emptyBytes, one!, two!, emptyBytes, erp))).toBe(true)
    expect(spends(erp, withScript(spending(), emptyBytes, one!, two!, erp))).toBe(false)
  })

  it('with the branch of the emergency keys only after the waiting time', () => {
    for (const [sequence, isOld] of [
      [499, false],
      [500, true],
      [0xffffffff, false],
      [500 + 2 ** 22, false],
    ] as const) {
      const transaction = spending(sequence)
      const [signature] = signatures(erp, transaction, [emergency])
      const spent = withScript(transaction, emptyBytes, signature!, new Uint8Array([1]), erp)
      expect(spends(erp, spent)).toBe(isOld)
    }
  })

  it('with a witness program, which is not verified further', () => {
    const program = witnessProgram(erp)
    expect(spends(program, withScript(spending(), program))).toBe(true)
  })

  it('not with another script nor without a script', () => {
    expect(spends(erp, withScript(spending(), emptyBytes, first!, second!, standard))).toBe(false)
    expect(spends(erp, spending())).toBe(false)
    expect(
      spends(erp, { ...spending(), inputs: [{ ...spending().inputs[0]!, script: fromHex('4c') }] }),
    ).toBe(false)
  })

  it('not with a dummy item that is not empty, a high s or an opcode', () => {
    expect(spends(standard, withScript(spending(), new Uint8Array([1]), first!, second!, standard))).toBe(
      false,
    )
    const hash = legacySignatureHash(spending(), 0, standard)
    const mirror = ({ r, s }: BitcoinSignature): BitcoinSignature => ({ r, s: groupOrder - s })
    const high = signers.map(({ sign }) => encodeSignature(mirror(sign(hash))))
    expect(spends(standard, withScript(spending(), emptyBytes, high[0]!, high[1]!, standard))).toBe(false)
    const input = withScript(spending(), emptyBytes, first!, second!, standard).inputs[0]!
    const script = concatBytes(op(opcode.drop), input.script)
    expect(spends(standard, { ...spending(), inputs: [{ ...input, script }] })).toBe(false)
  })

  it('not with pushes in a longer form', () => {
    const input = withScript(spending(), emptyBytes, first!, second!).inputs[0]!
    const long = concatBytes(new Uint8Array([opcode.pushData2, standard.length, 0]), standard)
    const script = concatBytes(input.script, long)
    expect(spends(standard, { ...spending(), inputs: [{ ...input, script }] })).toBe(false)
  })
})
