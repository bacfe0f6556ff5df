import { verifySchnorr } from '../../../crypto/secp256k1Points.ts'
import { sha256 } from '../../../crypto/sha256.ts'
import { asciiBytes, concatBytes } from '../../../primitives/bytes.ts'
import { ByteWriter } from '../../serialization/byteWriter.ts'
import {
  type BitcoinTransaction,
  type TransactionOutput,
  writeOutpoint,
  writeOutput,
} from '../bitcoinTransaction.ts'
import { anyoneCanPay, hashTypeNone, hashTypeSingle } from '../signatureHash.ts'
import { ScriptFailure } from './scriptFailure.ts'
import type { Spend } from './scriptRun.ts'

/* Spends of taproot outputs by their key (BIP-341). Spends by a script are refused. */

const annexTag = 0x50
const signatureLength = 64
const knownTypes = new Set([0, 1, 2, 3, 0x81, 0x82, 0x83])

export function verifyTaprootSpend(spend: Spend, key: Uint8Array, spent: readonly TransactionOutput[]): void {
  const { witness } = spend.transaction.inputs[spend.index]!
  if (witness.length === 0) throw new ScriptFailure('witness-program-empty')
  const last = witness.at(-1)!
  const annex = witness.length > 1 && last[0] === annexTag ? last : undefined
  const items = annex ? witness.slice(0, -1) : witness
  if (items.length > 1) throw new ScriptFailure('taproot-script-path')
  checkKeySignature(items[0]!, spend, key, spent, annex)
}

function checkKeySignature(
  signature: Uint8Array,
  { transaction, index }: Spend,
  key: Uint8Array,
  spent: readonly TransactionOutput[],
  annex: Uint8Array | undefined,
): void {
  const extra = signature.length - signatureLength
  if (extra !== 0 && extra !== 1) throw new ScriptFailure('schnorr-signature-size')
  const hashType = extra === 1 ? signature[signatureLength]! : 0
  // The type zero is encoded by omitting it.
  if (!knownTypes.has(hashType) || (extra === 1 && hashType === 0))
    throw new ScriptFailure('schnorr-hash-type')
  const hash = taprootSignatureHash(transaction, index, spent, hashType, annex)
  if (!verifySchnorr(signature.subarray(0, signatureLength), hash, key)) {
    throw new ScriptFailure('schnorr-signature')
  }
}

function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const tagHash = sha256(asciiBytes(tag))
  return sha256(concatBytes(tagHash, tagHash, bytes))
}

/** The hash that a signature of the key covers. */
function taprootSignatureHash(
  transaction: BitcoinTransaction,
  index: number,
  spent: readonly TransactionOutput[],
  hashType: number,
  annex?: Uint8Array,
): Uint8Array {
  const { inputs, outputs } = transaction
  const kind = hashType & 3
  const isForAnyone = (hashType & anyoneCanPay) !== 0
  if (kind === hashTypeSingle && index >= outputs.length) throw new ScriptFailure('schnorr-hash-type')
  const message = new ByteWriter().bytes(Uint8Array.of(0, hashType))
  message.uint32(transaction.version).uint32(transaction.lockTime)
  if (!isForAnyone) {
    message.bytes(hashOfAll(inputs, (writer, input) => writeOutpoint(writer, input)))
    message.bytes(hashOfAll(spent, (writer, { value }) => writer.int64(value)))
    message.bytes(hashOfAll(spent, (writer, { script }) => writer.lengthAndBytes(script)))
    message.bytes(hashOfAll(inputs, (writer, { sequence }) => writer.uint32(sequence)))
  }
  if (kind !== hashTypeNone && kind !== hashTypeSingle) message.bytes(hashOfAll(outputs, writeOutput))
  message.bytes(Uint8Array.of(annex ? 1 : 0))
  if (isForAnyone) writeOwnInput(message, transaction, index, spent[index]!)
  else message.uint32(index)
  if (annex) message.bytes(hashOfAll([annex], (writer, bytes) => writer.lengthAndBytes(bytes)))
  if (kind === hashTypeSingle) message.bytes(hashOfAll([outputs[index]!], writeOutput))
  return taggedHash('TapSighash', message.written())
}

function hashOfAll<Item>(
  items: readonly Item[],
  write: (writer: ByteWriter, item: Item) => ByteWriter,
): Uint8Array {
  const writer = new ByteWriter()
  for (const item of items) write(writer, item)
  return sha256(writer.written())
}

function writeOwnInput(
  message: ByteWriter,
  { inputs }: BitcoinTransaction,
  index: number,
  spent: TransactionOutput,
): void {
  const input = inputs[index]!
  writeOutput(writeOutpoint(message, input), spent).uint32(input.sequence)
}
