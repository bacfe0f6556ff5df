import { concatBytes } from '../../primitives/bytes.ts'
import { BitcoinReader } from './bitcoinReader.ts'

const outpointBytes = 36
const sequenceBytes = 4
const valueBytes = 8

/** A single transaction as its id covers it: without witnesses. */
export function decodeTransaction(bytes: Uint8Array, where: string): Uint8Array {
  const reader = new BitcoinReader(bytes, where)
  const transaction = readTransaction(reader)
  reader.end()
  return transaction
}

/**
 * Reads a transaction and gives its bytes without witnesses. Those are announced by a zero where the count of
 * inputs would stand, and a flag (BIP144).
 */
export function readTransaction(reader: BitcoinReader): Uint8Array {
  const start = reader.position
  const version = reader.bytes(4)
  const hasWitnesses = reader.peek() === 0 && reader.peek(1) !== 0
  if (hasWitnesses) reader.bytes(2)
  const bodyStart = reader.position
  const inputs = readInputs(reader)
  readOutputs(reader)
  const body = reader.since(bodyStart)
  if (hasWitnesses) readWitnesses(reader, inputs)
  const lockTime = reader.bytes(4)
  return hasWitnesses ? concatBytes(version, body, lockTime) : reader.since(start)
}

function readInputs(reader: BitcoinReader): number {
  const count = reader.count()
  for (let i = 0; i < count; i++) {
    reader.bytes(outpointBytes)
    reader.bytes(reader.count())
    reader.bytes(sequenceBytes)
  }
  return count
}

function readOutputs(reader: BitcoinReader): void {
  const count = reader.count()
  for (let i = 0; i < count; i++) {
    reader.bytes(valueBytes)
    reader.bytes(reader.count())
  }
}

function readWitnesses(reader: BitcoinReader, inputs: number): void {
  for (let i = 0; i < inputs; i++) {
    const items = reader.count()
    for (let j = 0; j < items; j++) reader.bytes(reader.count())
  }
}
