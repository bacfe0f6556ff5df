import type { StoredChain } from '../../chain/storedChain.ts'
import type { BlockFile } from './readBlockFile.ts'

/** Knows which blocks a chain has. */
export type StoredBlocks = Pick<StoredChain, 'hasBlock'>

/** A file of blocks while it is read. */
export interface OpenedFile extends BlockFile {
  /** For messages. */
  readonly name: string
  /** Whether it is the last of its source. */
  readonly isLast: boolean
}

export interface SourceUse {
  readonly chain: StoredBlocks
  /** Where files of other servers are stored until they are read. */
  readonly folder: string
  /** Ends the fetching of files. */
  readonly signal: AbortSignal
}

/** What an operand of `cambium import` names: a file of blocks, or an archive of such files. */
export interface BlockSource {
  /** Bytes of the files that a chain needs. */
  bytesFor(chain: StoredBlocks): number
  /** The files that a chain needs, in their order. A file is read before the next one is asked for. */
  files(use: SourceUse): AsyncIterable<OpenedFile>
  close(): void
}
