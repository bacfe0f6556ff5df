import { CommandFailure } from '../commandLine/errors.ts'

/** A problem at one position of a block file. */
export class BlockFileError extends CommandFailure {
  override readonly name = 'BlockFileError'

  /** `place` is a line or an offset (`line 12`), empty for the file as a whole. */
  constructor(path: string, place: string, problem: string) {
    super(`${path}${place && `, ${place}`}: ${problem}`)
  }
}
