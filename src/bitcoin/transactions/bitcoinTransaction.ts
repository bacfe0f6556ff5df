import { doubleSha256 } from '../../crypto/sha256.ts'
import { emptyBytes, reversedBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { ByteCursor } from '../serialization/byteCursor.ts'
import { ByteWriter } from '../serialization/byteWriter.ts'

export interface TransactionInput {
  /** The transaction whose output is spent, in printed order. */
  readonly transactionId: Uint8Array
  readonly outputIndex: number
  readonly script: Uint8Array
  readonly sequence: number
  /** The items of its witness; empty without segregated witness. */
  readonly witness: readonly Uint8Array[]
}

export interface TransactionOutput {
  /** In satoshis. */
  readonly value: bigint
  readonly script: Uint8Array
}

export interface BitcoinTransaction {
  readonly version: number
  readonly inputs: readonly TransactionInput[]
  readonly outputs: readonly TransactionOutput[]
  readonly lockTime: number
}

export interface DecodedTransaction {
  readonly transaction: BitcoinTransaction
  /** Bytes of the transaction, without those that follow it. */
  readonly length: number
}

/** The sequence of an input without a waiting time. */
export const finalSequence = 0xffffffff
const witnessFlag = 1

/** Options of reading a transaction. */
export interface TransactionReading {
  /** `dropped`: witnesses are skipped. `kept` by default. */
  readonly witnesses?: 'kept' | 'dropped'
  /** Bytes after the transaction. They are ignored by default, as in the reference node. */
  readonly trailingBytes?: 'ignored' | 'refused'
}

/** Integers need not be in their shortest form. Throws `DecodeError`. */
export function readTransaction(
  bytes: Uint8Array,
  { witnesses, trailingBytes = 'ignored' }: TransactionReading = {},
): DecodedTransaction {
  const cursor = new ByteCursor(bytes)
  const transaction = transactionAt(cursor, witnesses)
  const left = bytes.length - cursor.position
  if (trailingBytes === 'refused' && left > 0) {
    throw new DecodeError('Bitcoin transaction', `has ${left} bytes too many`)
  }
  return { transaction, length: cursor.position }
}

/** The transaction at the cursor, which may be one of several. */
export function transactionAt(
  cursor: ByteCursor,
  witnesses: TransactionReading['witnesses'] = 'kept',
): BitcoinTransaction {
  const version = cursor.uint32()
  const { inputs, outputs } = readBody(cursor, witnesses === 'kept' ? readWitness : skipWitness)
  return { version, inputs, outputs, lockTime: cursor.uint32() }
}

export const decodeTransaction = (bytes: Uint8Array, reading?: TransactionReading): BitcoinTransaction =>
  readTransaction(bytes, reading).transaction

/** A count of zero inputs announces a witness (BIP-144), unless the flag after it is zero too. */
function readBody(
  cursor: ByteCursor,
  witnessAt: (cursor: ByteCursor) => readonly Uint8Array[],
): Pick<BitcoinTransaction, 'inputs' | 'outputs'> {
  const inputs = readMany(cursor, readInput)
  if (inputs.length > 0) return { inputs, outputs: readMany(cursor, readOutput) }
  const flag = cursor.byte()
  if (flag === 0) return { inputs: [], outputs: [] }
  const bareInputs = readMany(cursor, readInput)
  const outputs = readMany(cursor, readOutput)
  if ((flag & ~witnessFlag) !== 0) throw new DecodeError('Bitcoin transaction', `has unknown flags ${flag}`)
  return { inputs: bareInputs.map((input) => ({ ...input, witness: witnessAt(cursor) })), outputs }
}

const readWitness = (cursor: ByteCursor): readonly Uint8Array[] =>
  readMany(cursor, () => cursor.lengthAndBytes())

const noWitness: readonly Uint8Array[] = []

function skipWitness(cursor: ByteCursor): readonly Uint8Array[] {
  for (let left = cursor.count(); left > 0; left--) cursor.lengthAndBytes()
  return noWitness
}

/** Every item takes at least a byte, so a false count ends with the bytes. */
function readMany<Item>(cursor: ByteCursor, read: (cursor: ByteCursor) => Item): Item[] {
  const count = cursor.count()
  const items: Item[] = []
  while (items.length < count) items.push(read(cursor))
  return items
}

const readInput = (cursor: ByteCursor): TransactionInput => ({
  transactionId: cursor.hash(),
  outputIndex: cursor.uint32(),
  script: cursor.lengthAndBytes(),
  sequence: cursor.uint32(),
  witness: [],
})

const readOutput = (cursor: ByteCursor): TransactionOutput => ({
  value: cursor.int64(),
  script: cursor.lengthAndBytes(),
})

export const hasWitness = ({ inputs }: BitcoinTransaction): boolean =>
  inputs.some(({ witness }) => witness.length > 0)

/** With the witnesses of the inputs, if any. */
export function encodeTransaction(transaction: BitcoinTransaction): Uint8Array {
  if (!hasWitness(transaction)) return encodeWithoutWitness(transaction)
  const writer = new ByteWriter().uint32(transaction.version).bytes(new Uint8Array([0, witnessFlag]))
  writeInputsAndOutputs(writer, transaction)
  for (const { witness } of transaction.inputs) {
    writer.count(witness.length)
    for (const push of witness) writer.lengthAndBytes(push)
  }
  return writer.uint32(transaction.lockTime).written()
}

export function encodeWithoutWitness(transaction: BitcoinTransaction): Uint8Array {
  const writer = new ByteWriter().uint32(transaction.version)
  writeInputsAndOutputs(writer, transaction)
  return writer.uint32(transaction.lockTime).written()
}

function writeInputsAndOutputs(writer: ByteWriter, { inputs, outputs }: BitcoinTransaction): void {
  writer.count(inputs.length)
  for (const input of inputs) writeOutpoint(writer, input).lengthAndBytes(input.script).uint32(input.sequence)
  writer.count(outputs.length)
  for (const output of outputs) writeOutput(writer, output)
}

export const writeOutpoint = (
  writer: ByteWriter,
  { transactionId, outputIndex }: TransactionInput,
): ByteWriter => writer.hash(transactionId).uint32(outputIndex)

export const writeOutput = (writer: ByteWriter, { value, script }: TransactionOutput): ByteWriter =>
  writer.int64(value).lengthAndBytes(script)

/** The hash of serialized bytes, in the order in which it is printed. */
export const bitcoinId = (bytes: Uint8Array): Uint8Array => reversedBytes(doubleSha256(bytes))

/** The id of a transaction, which does not depend on its witness. */
export const transactionIdOf = (transaction: BitcoinTransaction): Uint8Array =>
  bitcoinId(encodeWithoutWitness(transaction))

/** An input that spends an output, without signatures. */
export const unsignedInput = (outpoint: {
  readonly transactionId: Uint8Array
  readonly outputIndex: number
}): TransactionInput => ({
  transactionId: outpoint.transactionId,
  outputIndex: outpoint.outputIndex,
  script: emptyBytes,
  sequence: finalSequence,
  witness: [],
})
