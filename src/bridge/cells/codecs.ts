import { DecodeError } from '../../primitives/errors.ts'
import { signedBytes, toBigInt, toSafeNumber, unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { CellCodec } from './cell.ts'

/** The content of a single RLP string. */
export function decodeRlpString(bytes: Uint8Array): Uint8Array {
  const reader = RlpReader.list(encodeRlpList([bytes]), 'cell')
  const content = reader.bytes('content')
  reader.end()
  return content
}

/** Bytes as one RLP string. */
export const rlpBytes: CellCodec<Uint8Array> = { decode: decodeRlpString, encode: encodeRlp }

/** Bytes as they are. */
export const rawBytes: CellCodec<Uint8Array> = { decode: (bytes) => bytes, encode: (bytes) => bytes }

/** An amount of satoshis or wei. */
export const amount: CellCodec<bigint> = {
  decode: (bytes) => toBigInt(decodeRlpString(bytes)),
  encode: (value) => encodeRlp(unsignedBytes(value)),
}

/** A block number or a version. */
export const number: CellCodec<number> = {
  decode(bytes) {
    const value = toSafeNumber(decodeRlpString(bytes))
    if (value === undefined) throw new DecodeError('cell', 'exceeds a safe integer')
    return value
  },
  encode: (value) => encodeRlp(unsignedBytes(value)),
}

/**
 * An integer in a list. Negative values are written in two's complement but read as unsigned, so they are read as large
 * positive ones.
 */
export const signlessBytes = (value: bigint): Uint8Array =>
  value < 0n ? signedBytes(value) : unsignedBytes(value)
