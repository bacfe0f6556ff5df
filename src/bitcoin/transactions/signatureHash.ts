import { doubleSha256 } from '../../crypto/sha256.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import { hashTypeAll } from '../keys/signature.ts'
import { opcode } from '../scripts/script.ts'
import { joinedChunks, parseScript } from '../scripts/scriptChunks.ts'
import { ByteWriter } from '../serialization/byteWriter.ts'
import {
  type BitcoinTransaction,
  encodeTransaction,
  encodeWithoutWitness,
  type TransactionOutput,
  writeOutpoint,
  writeOutput,
} from './bitcoinTransaction.ts'
import type { Satoshis } from './transactionRules.ts'

/* The hashes that signatures of an input sign. Not in printed order. */

/** Types of hashes other than `hashTypeAll`. They determine which outputs and inputs a signature covers. */
export const hashTypeNone = 2
export const hashTypeSingle = 3
export const anyoneCanPay = 0x80
const outputsMask = 0x1f
const zeroHash = new Uint8Array(32)

/**
 * The hash of inputs without segregated witness. Unlike Bitcoin's hash it also covers the witnesses of the transaction,
 * because the Bridge recognises its peg-outs by such hashes.
 */
export function legacySignatureHash(
  transaction: BitcoinTransaction,
  index: number,
  redeemScript: Uint8Array,
): Uint8Array {
  const script = withoutCodeSeparators(redeemScript)
  const inputs = transaction.inputs.map((input, at) => ({
    ...input,
    script: at === index ? script : emptyBytes,
  }))
  return doubleSha256(
    new ByteWriter()
      .bytes(encodeTransaction({ ...transaction, inputs }))
      .uint32(hashTypeAll)
      .written(),
  )
}

function withoutCodeSeparators(script: Uint8Array): Uint8Array {
  if (!script.includes(opcode.codeSeparator)) return script
  const kept = parseScript(script).filter((chunk) => chunk.opcode !== opcode.codeSeparator)
  return joinedChunks(kept)
}

/**
 * The hash of inputs without segregated witness as Bitcoin defines it, for every type of hash. A type for a single output
 * that does not exist signs the number one.
 */
export function originalSignatureHash(
  transaction: BitcoinTransaction,
  index: number,
  script: Uint8Array,
  hashType: number,
): Uint8Array {
  const kind = hashType & outputsMask
  if (kind === hashTypeSingle && index >= transaction.outputs.length) {
    return Uint8Array.from({ length: 32 }, (_, at) => Number(at === 0))
  }
  const signedInputs = transaction.inputs.map((input, at) => ({
    ...input,
    script: at === index ? withoutCodeSeparators(script) : emptyBytes,
    sequence: at !== index && (kind === hashTypeNone || kind === hashTypeSingle) ? 0 : input.sequence,
  }))
  const inputs = (hashType & anyoneCanPay) === 0 ? signedInputs : [signedInputs[index]!]
  const signed = { ...transaction, inputs, outputs: signedOutputs(transaction, index, kind) }
  return doubleSha256(new ByteWriter().bytes(encodeWithoutWitness(signed)).uint32(hashType).written())
}

function signedOutputs(
  { outputs }: BitcoinTransaction,
  index: number,
  kind: number,
): readonly TransactionOutput[] {
  if (kind === hashTypeNone) return []
  if (kind !== hashTypeSingle) return outputs
  return outputs
    .slice(0, index + 1)
    .map((output, at) => (at === index ? output : { value: -1n, script: emptyBytes }))
}

/** The parts that the hashes of all inputs with segregated witness share. */
interface SharedHashes {
  readonly outpoints: Uint8Array
  readonly sequences: Uint8Array
  readonly outputs: Uint8Array
}

const sharedHashes = rememberedByObject(hashShared)

function hashShared({ inputs, outputs }: BitcoinTransaction): SharedHashes {
  const outpoints = new ByteWriter()
  const sequences = new ByteWriter()
  for (const input of inputs) {
    writeOutpoint(outpoints, input)
    sequences.uint32(input.sequence)
  }
  const paid = new ByteWriter()
  for (const output of outputs) writeOutput(paid, output)
  return {
    outpoints: doubleSha256(outpoints.written()),
    sequences: doubleSha256(sequences.written()),
    outputs: doubleSha256(paid.written()),
  }
}

/** BIP-143: the hash of an input with segregated witness, which covers the value it spends. */
export function segwitSignatureHash(
  transaction: BitcoinTransaction,
  index: number,
  redeemScript: Uint8Array,
  value: Satoshis,
  hashType = hashTypeAll,
): Uint8Array {
  const { outpoints, sequences, outputs } = coveredHashes(transaction, index, hashType)
  const input = transaction.inputs[index]!
  const preimage = new ByteWriter().uint32(transaction.version).bytes(outpoints).bytes(sequences)
  writeOutpoint(preimage, input)
    .lengthAndBytes(redeemScript)
    .int64(value)
    .uint32(input.sequence)
    .bytes(outputs)
    .uint32(transaction.lockTime)
    .uint32(hashType)
  return doubleSha256(preimage.written())
}

/** Parts that the type of hash does not cover are zero. */
function coveredHashes(transaction: BitcoinTransaction, index: number, hashType: number): SharedHashes {
  const shared = sharedHashes(transaction)
  const kind = hashType & outputsMask
  const isForAnyone = (hashType & anyoneCanPay) !== 0
  const coversOutputs = kind !== hashTypeNone && kind !== hashTypeSingle
  return {
    outpoints: isForAnyone ? zeroHash : shared.outpoints,
    sequences: isForAnyone || !coversOutputs ? zeroHash : shared.sequences,
    outputs: coversOutputs ? shared.outputs : singleOutputHash(transaction, index, kind),
  }
}

function singleOutputHash({ outputs }: BitcoinTransaction, index: number, kind: number): Uint8Array {
  const output = kind === hashTypeSingle ? outputs[index] : undefined
  return output ? doubleSha256(writeOutput(new ByteWriter(), output).written()) : zeroHash
}
