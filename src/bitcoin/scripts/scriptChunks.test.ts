import { payments, script as scripts } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { hash160 } from '../keys/publicKey.ts'
import { signer } from '../keys/signer.cases.ts'
import {
  paidHash,
  paidPublicKeyHash,
  paidScriptHash,
  paysPublicKey,
  payToPublicKeyHash,
  payToScript,
  payToWitnessScript,
} from './outputScripts.ts'
import { multisigScript } from './script.ts'
import { joinedChunks, parseScript, ScriptError, tryToParseScript } from './scriptChunks.ts'

describe('the chunks of a script', () => {
  it('join to the same script', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const chunks = tryToParseScript(bytes)
        if (chunks) expect(joinedChunks(chunks)).toEqual(bytes)
      }),
      { numRuns: 500 },
    )
  })

  it('are the same as in another library', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const others = scripts.decompile(bytes)
        const chunks = tryToParseScript(bytes)
        expect(chunks === undefined).toBe(others === null)
        expect(chunks?.length).toBe(others?.length)
        for (const [index, other] of (others ?? []).entries()) {
          if (typeof other !== 'number') expect(chunks![index]!.data).toEqual(new Uint8Array(other))
        }
      }),
      { numRuns: 500 },
    )
  })

  it.each(['01', '4c', '4c02aa', '4dff', '4e0000', '4effffffff'])('cannot be parsed from %s', (script) => {
    expect(() => parseScript(fromHex(script))).toThrow(ScriptError)
  })

  it('of OP_0 push empty bytes; those of small numbers have no data', () => {
    expect(parseScript(fromHex('0051')).map(({ data }) => data)).toEqual([new Uint8Array(0), undefined])
  })
})

describe('the script of an output', () => {
  const { key } = signer('a')
  const redeem = multisigScript(1, [key, signer('b').key])

  it('is the same as in another library', () => {
    const hash = hash160(key)
    expect(payToPublicKeyHash(hash)).toEqual(new Uint8Array(payments.p2pkh({ hash }).output!))
    const p2sh = payments.p2sh({ redeem: { output: redeem } })
    expect(payToScript(redeem)).toEqual(new Uint8Array(p2sh.output!))
    const p2wsh = payments.p2sh({ redeem: payments.p2wsh({ redeem: { output: redeem } }) })
    expect(payToWitnessScript(redeem)).toEqual(new Uint8Array(p2wsh.output!))
  })

  it('gives the hash or key that it pays to', () => {
    expect(paidHash(payToPublicKeyHash(hash160(key)))).toEqual(hash160(key))
    expect(paidScriptHash(payToScript(redeem))).toEqual(hash160(redeem))
    expect(paysPublicKey(parseScript(concatBytes(new Uint8Array([33]), key, new Uint8Array([0xac]))))).toBe(
      true,
    )
  })

  it('of another kind gives no hash', () => {
    expect(() => paidHash(fromHex('6a0412345678'))).toThrow(DecodeError)
    expect(() => paidHash(concatBytes(fromHex('0014'), hash160(key)))).toThrow(DecodeError)
    expect(paidScriptHash(concatBytes(payToScript(redeem), new Uint8Array(1)))).toBeUndefined()
  })

  it('is refused with an opcode in the place of the hash', () => {
    expect(() => paidPublicKeyHash(parseScript(fromHex('76a95188ac')))).toThrow(DecodeError)
    expect(paidPublicKeyHash(parseScript(fromHex('76a90088ac')))).toBeUndefined()
    expect(paidPublicKeyHash(parseScript(fromHex('76a951ac')))).toBeUndefined()
  })
})
