import { schnorr } from '@noble/curves/secp256k1.js'
import { networks, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { compressPublicKey } from '../../../src/bitcoin/keys/publicKey.ts'
import { multisigScript, op, opcode, push, pushNumber } from '../../../src/bitcoin/scripts/script.ts'
import { satoshisPerBitcoin } from '../../../src/bitcoin/transactions/transactionRules.ts'
import { publicKeyOf, signHash } from '../../../src/crypto/secp256k1.ts'
import { sha256 } from '../../../src/crypto/sha256.ts'
import { openFundedBitcoin } from '../../../src/dev/bitcoin/simulatedBitcoin.cases.ts'
import type { SimulatedBitcoin } from '../../../src/dev/bitcoin/simulatedBitcoin.ts'
import { asciiBytes, concatBytes } from '../../../src/primitives/bytes.ts'
import { toHexDigits } from '../../../src/primitives/hex.ts'

/* Spends made by bitcoinjs-lib are accepted and mined; corrupted ones are refused. */

const network = networks.regtest

function signerOf(name: string) {
  const privateKey = sha256(asciiBytes(name))
  const publicKey = compressPublicKey(publicKeyOf(privateKey))!
  return { privateKey, publicKey, sign: (hash: Uint8Array) => signHash(hash, privateKey).compact }
}

const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(signerOf)
const [dave, erin] = ['dave', 'erin'].map(signerOf)
const federation = [alice!, bob!, carol!]
const keys = federation.map(({ publicKey }) => publicKey)
const emergencyKeys = [dave!.publicKey, erin!.publicKey]

const multisig = multisigScript(2, keys)
/** As the Bridge builds it: the federation, or after 500 blocks the emergency signers. */
const emergency = concatBytes(
  op(opcode.notIf),
  multisigScript(2, keys),
  op(opcode.else),
  pushNumber(500),
  op(opcode.checkSequenceVerify, opcode.drop),
  multisigScript(1, emergencyKeys),
  op(opcode.endIf),
)
const flyover = concatBytes(push(new Uint8Array(32).fill(9)), op(opcode.drop), emergency)

/** Pays an address and returns the transaction with the place of the output. */
async function fund(bitcoin: SimulatedBitcoin, address: string) {
  const id = await bitcoin.pay([{ address, satoshis: satoshisPerBitcoin }])
  await bitcoin.generate(1)
  const { raw } = (await bitcoin.transaction(id))!
  const index = Transaction.fromBuffer(raw).outs.findIndex(({ value }) => value === satoshisPerBitcoin)
  return { id: toHexDigits(id), raw, index }
}

async function expectMined(bitcoin: SimulatedBitcoin, transaction: Transaction): Promise<void> {
  const spoilt = transaction.clone()
  spoilt.outs[0]!.value -= 1n
  await expect(bitcoin.broadcast(spoilt.toBuffer())).rejects.toMatchObject({ code: -26 })
  const id = await bitcoin.broadcast(transaction.toBuffer())
  expect(toHexDigits(id)).toBe(transaction.getId())
  await bitcoin.generate(1)
  expect((await bitcoin.transaction(id))?.confirmations).toBe(1)
}

const single = { pubkey: alice!.publicKey, network }
const output = { address: payments.p2pkh(single).address!, value: satoshisPerBitcoin - 2_000n }

describe('a spend by bitcoinjs-lib', () => {
  it.each(['p2pkh', 'p2wpkh', 'p2sh-p2wpkh'] as const)('from %s is accepted and mined', async (kind) => {
    const { bitcoin } = await openFundedBitcoin()
    const program = payments.p2wpkh(single)
    const wrapped = payments.p2sh({ redeem: program, network })
    const payment = kind === 'p2pkh' ? payments.p2pkh(single) : kind === 'p2wpkh' ? program : wrapped
    const { id, raw, index } = await fund(bitcoin, payment.address!)
    const psbt = new Psbt({ network })
    const witnessUtxo = { script: payment.output!, value: satoshisPerBitcoin }
    psbt.addInput({
      hash: id,
      index,
      ...(kind === 'p2pkh' ? { nonWitnessUtxo: raw } : { witnessUtxo }),
      ...(kind === 'p2sh-p2wpkh' && { redeemScript: program.output! }),
    })
    psbt.addOutput(output).signInput(0, alice!).finalizeAllInputs()
    await expectMined(bitcoin, psbt.extractTransaction())
  })

  it.each(['p2sh', 'p2wsh', 'p2sh-p2wsh'] as const)(
    'from a multisignature in %s is accepted',
    async (kind) => {
      const { bitcoin } = await openFundedBitcoin()
      const redeem = { output: multisig, network }
      const program = payments.p2wsh({ redeem, network })
      const payment =
        kind === 'p2sh'
          ? payments.p2sh({ redeem, network })
          : kind === 'p2wsh'
            ? program
            : payments.p2sh({ redeem: program, network })
      const { id, raw, index } = await fund(bitcoin, payment.address!)
      const psbt = new Psbt({ network })
      psbt.addInput({
        hash: id,
        index,
        nonWitnessUtxo: raw,
        ...(kind !== 'p2wsh' && { redeemScript: kind === 'p2sh' ? multisig : program.output! }),
        ...(kind !== 'p2sh' && { witnessScript: multisig }),
      })
      psbt.addOutput(output).signInput(0, alice!).signInput(0, carol!).finalizeAllInputs()
      await expectMined(bitcoin, psbt.extractTransaction())
    },
  )

  /** Signs by hand: bitcoinjs-lib does not finalise scripts that it does not know. */
  const federationCases = [
    ['emergency keys', emergency, 'federation'],
    ['emergency keys and a flyover prefix', flyover, 'federation'],
    ['emergency keys after 500 blocks', emergency, 'emergency'],
  ] as const

  it.each(
    federationCases.flatMap((row) =>
      (['p2sh', 'p2sh-p2wsh'] as const).map((kind) => [...row, kind] as const),
    ),
  )('from a federation with %s is accepted: %#', async (_, script, signers, kind) => {
    const { bitcoin } = await openFundedBitcoin()
    const redeem = { output: script, network }
    const program = payments.p2wsh({ redeem, network })
    const payment = payments.p2sh({ redeem: kind === 'p2sh' ? redeem : program, network })
    const { id, index } = await fund(bitcoin, payment.address!)
    const transaction = new Transaction()
    transaction.version = 2
    const isEmergency = signers === 'emergency'
    transaction.addInput(
      Uint8Array.from(Buffer.from(id, 'hex')).reverse(),
      index,
      isEmergency ? 500 : 0xffffffff,
    )
    transaction.addOutput(payments.p2pkh(single).output!, output.value)
    const hash =
      kind === 'p2sh'
        ? transaction.hashForSignature(0, script, Transaction.SIGHASH_ALL)
        : transaction.hashForWitnessV0(0, script, satoshisPerBitcoin, Transaction.SIGHASH_ALL)
    // Signatures are in the order of the sorted keys.
    const byKey = [...federation].sort((a, b) => Buffer.compare(a.publicKey, b.publicKey))
    const signing = isEmergency ? [dave!] : [byKey[0]!, byKey[2]!]
    const signatures = signing.map(({ sign }) => der(sign(hash)))
    const empty = new Uint8Array()
    const items = [empty, ...signatures, isEmergency ? Uint8Array.of(1) : empty]
    if (kind === 'p2sh') transaction.setInputScript(0, concatBytes(...[...items, script].map(push)))
    else {
      transaction.setInputScript(0, push(program.output!))
      transaction.setWitness(0, [...items, script])
    }
    if (isEmergency) {
      await expect(bitcoin.broadcast(transaction.toBuffer())).rejects.toMatchObject({
        message: 'non-BIP68-final',
      })
      await bitcoin.generate(499)
    }
    await expectMined(bitcoin, transaction)
  })

  it('from taproot by its key is accepted, by a script refused with a reason', async () => {
    const { bitcoin } = await openFundedBitcoin()
    const key = schnorr.getPublicKey(alice!.privateKey)
    const script = concatBytes(op(opcode.one), push(key))
    const id = await bitcoin.pay([{ script, satoshis: satoshisPerBitcoin }])
    await bitcoin.generate(1)
    const { raw } = (await bitcoin.transaction(id))!
    const index = Transaction.fromBuffer(raw).outs.findIndex(({ value }) => value === satoshisPerBitcoin)
    const transaction = new Transaction()
    transaction.version = 2
    transaction.addInput(Uint8Array.from(id).reverse(), index)
    transaction.addOutput(payments.p2pkh(single).output!, output.value)
    const hash = transaction.hashForWitnessV1(0, [script], [satoshisPerBitcoin], Transaction.SIGHASH_DEFAULT)
    transaction.setWitness(0, [op(opcode.one), new Uint8Array(33)])
    await expect(bitcoin.broadcast(transaction.toBuffer())).rejects.toMatchObject({
      message:
        'mandatory-script-verify-flag-failed (Spending by a script of a taproot output is not supported)',
    })
    transaction.setWitness(0, [schnorr.sign(hash, alice!.privateKey)])
    await expectMined(bitcoin, transaction)
  })
})

function der(compact: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array): Uint8Array => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const body = bytes.subarray(start)
    const positive = body[0]! >= 0x80 ? concatBytes(Uint8Array.of(0), body) : body
    return concatBytes(Uint8Array.of(2, positive.length), positive)
  }
  const content = concatBytes(integer(compact.subarray(0, 32)), integer(compact.subarray(32)))
  return concatBytes(Uint8Array.of(0x30, content.length), content, Uint8Array.of(1))
}
