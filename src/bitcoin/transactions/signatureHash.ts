import { doubleSha256 } from '../../crypto/sha256.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import { hashTypeAll } from '../keys/signature.ts'
import { opcode } from '../scripts/script.ts'
import { joinedChunks, parseScript } from '../scripts/scriptChunks.ts'
import { ByteWriter } from '../serialization/byteWriter.ts'
import type { Satoshis } from './satoshis.ts'
import { type BitcoinTransaction, encodeTransaction, writeOutpoint, writeOutput } from './transaction.ts'

/* The hashes that signatures of an input sign: they cover all inputs and outputs. Not in printed order. */

/**
 * The hash of inputs without segregated witness. Unlike Bitcoin's it also covers the witnesses of the transaction,
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
): Uint8Array {
  const { outpoints, sequences, outputs } = sharedHashes(transaction)
  const input = transaction.inputs[index]!
  const preimage = new ByteWriter().uint32(transaction.version).bytes(outpoints).bytes(sequences)
  writeOutpoint(preimage, input)
    .lengthAndBytes(redeemScript)
    .int64(value)
    .uint32(input.sequence)
    .bytes(outputs)
    .uint32(transaction.lockTime)
    .uint32(hashTypeAll)
  return doubleSha256(preimage.written())
}
