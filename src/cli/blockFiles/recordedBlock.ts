import { CommandFailure } from '../commandLine/commandFailure.ts'

/** A block in a file. */
export interface BlockInFile {
  /** Its position for messages: `line 12`, `offset 4096`. */
  readonly place: string
  readonly rlp: Uint8Array
  /** The hash that the file states. */
  readonly hash: Uint8Array | undefined
}

/** Bytes of a block; the gas limit of every network keeps blocks far below. It bounds the memory for a faulty file. */
export const maximumBlockLength = 16 << 20

/** A problem at one position of a block file. */
export class BlockFileError extends CommandFailure {
  override readonly name = 'BlockFileError'

  /** `place` is a line or an offset (`line 12`), empty for the file as a whole. */
  constructor(path: string, place: string, problem: string) {
    super(`${path}${place && `, ${place}`}: ${problem}`)
  }
}
