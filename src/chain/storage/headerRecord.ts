import { asHash, emptyBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { readHeader } from '../../protocol/headers/decode.ts'
import { headerItems } from '../../protocol/headers/encode.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'

/** The total difficulty and the state root. */
const itemsBeforeHeader = 2
/** Between the parent's hash and the used gas. */
const itemsBeforeGasUsed = 9

/** What lists of many blocks show of a header. */
export type HeaderOutline = Pick<BlockHeader, 'parentHash' | 'gasUsed' | 'timestamp'>

/** A header with the results of importing the block. */
export interface HeaderRecord {
  readonly header: BlockHeader
  /** Work of the block and all its ancestors, uncles included. */
  readonly totalDifficulty: bigint
  /**
   * Root of the state after the block. It differs from the header's before RSKIP126, when headers had a root in an
   * older format.
   */
  readonly stateRoot: Hash
}

/** [total difficulty, state root or empty when it is the header's, header] */
export function encodeHeaderRecord({ header, totalDifficulty, stateRoot }: HeaderRecord): Uint8Array {
  const ownRoot = equalBytes(stateRoot, header.stateRoot) ? emptyBytes : stateRoot
  return encodeRlp([unsignedBytes(totalDifficulty), ownRoot, headerItems(header)])
}

/** Reads an outline without decoding and hashing the whole header. */
export function outlineIn(bytes: Uint8Array): HeaderOutline {
  const reader = RlpReader.list(bytes, 'stored header')
  reader.skip(itemsBeforeHeader)
  const header = reader.list('header')
  const parentHash = asHash(header.bytes('parentHash'))
  header.skip(itemsBeforeGasUsed)
  return { parentHash, gasUsed: header.number('gasUsed'), timestamp: header.number('timestamp') }
}

export function decodeHeaderRecord(bytes: Uint8Array, network: Network): HeaderRecord {
  const reader = RlpReader.list(bytes, 'stored header')
  const totalDifficulty = reader.unsigned('totalDifficulty')
  const ownRoot = reader.bytes('stateRoot')
  const header = readHeader(reader.list('header'), network)
  return { header, totalDifficulty, stateRoot: ownRoot.length === 0 ? header.stateRoot : asHash(ownRoot) }
}
