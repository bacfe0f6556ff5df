import { concatBytes, leftPad } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toBigInt, unsignedBytes } from '../../primitives/integers.ts'
import { BitcoinHeader, bitcoinHeaderLength } from './bitcoinHeader.ts'

/** A header with its height and total work in the Bitcoin chain. */
export interface StoredBlock {
  readonly header: BitcoinHeader
  readonly height: number
  /** Sum of the work of this block and all before it. */
  readonly work: bigint
}

const shortWorkLength = 12
const longWorkLength = 32
const heightLength = 4
const shortLength = shortWorkLength + heightLength + bitcoinHeaderLength
const longLength = longWorkLength + heightLength + bitcoinHeaderLength

/** Work, height and header. Blocks that were stored before RSKIP454 have the short form. */
export function decodeStoredBlock(bytes: Uint8Array): StoredBlock {
  const isShort = bytes.length === shortLength
  if (!isShort && bytes.length !== longLength) {
    throw new DecodeError('Bitcoin block', `is stored in ${bytes.length} bytes`)
  }
  const heightAt = isShort ? shortWorkLength : longWorkLength
  const headerAt = heightAt + heightLength
  return {
    work: toBigInt(bytes.subarray(0, heightAt)),
    height: new DataView(bytes.buffer, bytes.byteOffset).getInt32(heightAt),
    header: new BitcoinHeader(bytes.subarray(headerAt)),
  }
}

/** Throws `DecodeError` when the work does not fit. */
export function encodeStoredBlock(block: StoredBlock, form: 'short' | 'long'): Uint8Array {
  const length = form === 'long' ? longWorkLength : shortWorkLength
  const work = unsignedBytes(block.work)
  if (work.length > length) throw new DecodeError('Bitcoin block', `has more work than ${length} bytes hold`)
  const height = leftPad(unsignedBytes(block.height), heightLength)
  return concatBytes(leftPad(work, length), height, block.header.bytes)
}
