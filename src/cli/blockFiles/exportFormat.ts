import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'

/*
 * The format of `cambium export`. Numbers are big-endian.
 *
 *   magic      8 bytes   `CAMBIUM` and 1a, the end-of-file character of text viewers
 *   version    1 byte    01
 *   network    1 byte of length, then its name in ASCII
 *   genesis    32 bytes, the hash of the network's genesis block
 *   block      4 bytes of length, then the RLP of the block; repeated, parents before children
 *   end        4 zero bytes, then the number of blocks in 4 bytes; a file without it is truncated
 */

export const magic = asciiBytes('CAMBIUM\x1a')
export const formatVersion = 1
export const lengthBytes = 4
export const genesisBytes = 32

export interface ExportHeader {
  readonly network: string
  readonly genesisHash: Uint8Array
}

export function encodeExportHeader({ network, genesisHash }: ExportHeader): Uint8Array {
  const name = asciiBytes(network)
  return concatBytes(magic, Uint8Array.of(formatVersion, name.length), name, genesisHash)
}

export const encodeExportBlock = (rlp: Uint8Array): Uint8Array => concatBytes(encodeLength(rlp.length), rlp)

export const encodeExportEnd = (blocks: number): Uint8Array =>
  concatBytes(encodeLength(0), encodeLength(blocks))

function encodeLength(length: number): Uint8Array {
  const bytes = new Uint8Array(lengthBytes)
  new DataView(bytes.buffer).setUint32(0, length)
  return bytes
}

export const decodeLength = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset, lengthBytes).getUint32(0)
