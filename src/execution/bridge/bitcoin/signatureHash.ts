import { doubleSha256 } from '../../../crypto/sha256.ts'
import { emptyBytes } from '../../../primitives/bytes.ts'
import type { Satoshis } from '../constants/bridgeConstants.ts'
import { ByteWriter } from './byteWriter.ts'
import { opcode } from './script.ts'
import { joinedChunks, parseScript } from './scriptChunks.ts'
import { hashTypeAll } from './signature.ts'
import { type BitcoinTransaction, encodeTransaction, writeOutpoint, writeOutput } from './transaction.ts'

/* What is signed to spend an input: all inputs and outputs. These hashes stay in the order of their bytes. */

/**
 * The hash of inputs without segregated witness. If the transaction has a witness it is hashed too, which Bitcoin
 * would not do; the Bridge recognises its peg-outs by such hashes.
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

/** BIP-143: the hash of an input with segregated witness, which covers the value it spends. */
export function segwitSignatureHash(
  transaction: BitcoinTransaction,
  index: number,
  redeemScript: Uint8Array,
  value: Satoshis,
): Uint8Array {
  const { version, inputs, outputs, lockTime } = transaction
  const outpoints = new ByteWriter()
  const sequences = new ByteWriter()
  for (const input of inputs) {
    writeOutpoint(outpoints, input)
    sequences.uint32(input.sequence)
  }
  const paid = new ByteWriter()
  for (const output of outputs) writeOutput(paid, output)
  const input = inputs[index]!
  const preimage = new ByteWriter()
    .uint32(version)
    .bytes(doubleSha256(outpoints.written()))
    .bytes(doubleSha256(sequences.written()))
  writeOutpoint(preimage, input)
    .lengthAndBytes(redeemScript)
    .int64(value)
    .uint32(input.sequence)
    .bytes(doubleSha256(paid.written()))
    .uint32(lockTime)
    .uint32(hashTypeAll)
  return doubleSha256(preimage.written())
}
