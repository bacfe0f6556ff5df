import { asHash, concatBytes, type Hash } from '../../primitives/bytes.ts'

/** The place of a transaction in the canonical chain. */
export interface TransactionPlace {
  readonly blockHash: Hash
  readonly index: number
}

const hashBytes = 32

export function encodePlace({ blockHash, index }: TransactionPlace): Uint8Array {
  const position = new Uint8Array(4)
  new DataView(position.buffer).setUint32(0, index)
  return concatBytes(blockHash, position)
}

export function decodePlace(bytes: Uint8Array): TransactionPlace {
  const index = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(hashBytes)
  return { blockHash: asHash(bytes.subarray(0, hashBytes)), index }
}
