import { payments } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { compressPublicKey, hash160 } from '../../bitcoin/keys/publicKey.ts'
import { signer } from '../../bitcoin/keys/signer.cases.ts'
import { paidScriptHash } from '../../bitcoin/scripts/outputScripts.ts'
import { multisigScript, push } from '../../bitcoin/scripts/script.ts'
import { type BitcoinTransaction, unsignedInput } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { person } from '../bridgeWorld.cases.ts'
import { peginSender } from './sender.ts'

const alice = person('alice')
const compressed = compressPublicKey(alice.publicKey)!
const signature = new Uint8Array(71).fill(0x30)
const redeem = multisigScript(1, [signer('a').key, signer('b').key])

const spending = (script: Uint8Array, witness: readonly Uint8Array[] = []): BitcoinTransaction => ({
  version: 1,
  inputs: [{ ...unsignedInput({ transactionId: new Uint8Array(32), outputIndex: 0 }), script, witness }],
  outputs: [],
  lockTime: 0,
})
const pushes = (...items: readonly Uint8Array[]): Uint8Array => concatBytes(...items.map(push))
const hashIn = (output: Uint8Array | undefined): Uint8Array => paidScriptHash(new Uint8Array(output!))!

describe('the sender of a peg-in', () => {
  it.each([compressed, alice.publicKey])('is the owner of a key', (key) => {
    expect(peginSender(spending(pushes(signature, key)))).toEqual({
      kind: 'public-key',
      address: { kind: 'public-key-hash', hash: hash160(key) },
      account: alice.address,
    })
  })

  it('has the same address with a hybrid key as with its uncompressed form', () => {
    const hybrid = alice.publicKey.slice()
    hybrid[0] = 0x06 + (hybrid[64]! & 1)
    const sender = peginSender(spending(pushes(signature, hybrid)))
    expect(sender).toEqual(peginSender(spending(pushes(signature, alice.publicKey))))
    expect(sender?.address.hash).toEqual(hash160(alice.publicKey))
  })

  it('is the owner of a compressed key in a witness', () => {
    const { output } = payments.p2sh({ redeem: payments.p2wpkh({ pubkey: compressed }) })
    const program = concatBytes(fromHex('0014'), hash160(compressed))
    expect(peginSender(spending(pushes(program), [signature, compressed]))).toEqual({
      kind: 'witness-public-key',
      address: { kind: 'script-hash', hash: hashIn(output) },
      account: alice.address,
    })
    expect(peginSender(spending(pushes(program), [signature, alice.publicKey]))).toBeUndefined()
    expect(() => peginSender(spending(pushes(program), [signature, signature]))).toThrow(DecodeError)
  })

  it('may be a multisignature', () => {
    expect(peginSender(spending(pushes(emptyBytes, signature, redeem)))).toEqual({
      kind: 'multisig',
      address: { kind: 'script-hash', hash: hash160(redeem) },
    })
    const { output } = payments.p2sh({ redeem: payments.p2wsh({ redeem: { output: redeem } }) })
    expect(peginSender(spending(pushes(new Uint8Array(34)), [emptyBytes, signature, redeem]))).toEqual({
      kind: 'witness-multisig',
      address: { kind: 'script-hash', hash: hashIn(output) },
    })
  })

  it.each([
    ['the input is empty', emptyBytes, []],
    ['the key is not a point of the curve', pushes(signature, signature), []],
    ['the script is not a multisignature', pushes(emptyBytes, signature, fromHex('51515151')), []],
    ['only the witness holds data', emptyBytes, [signature, compressed]],
  ])('is unknown when %s', (_what, script, witness) => {
    expect(peginSender(spending(script, witness))).toBeUndefined()
  })

  it.each([
    ['an opcode in the place of the script', fromHex('000051'), []],
    ['an input that does not parse', fromHex('4c'), []],
    ['a script that does not parse', pushes(emptyBytes, signature, fromHex('4c')), []],
    [
      'a script in a witness that does not parse',
      pushes(new Uint8Array(34)),
      [emptyBytes, signature, fromHex('4c')],
    ],
  ])('makes the Bridge fail with %s', (_what, script, witness) => {
    expect(() => peginSender(spending(script, witness))).toThrow(DecodeError)
  })
})
