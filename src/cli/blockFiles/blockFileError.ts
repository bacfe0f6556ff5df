import { CommandFailure } from '../errors.ts'

/** Something is wrong at one place of a file of blocks. */
export class BlockFileError extends CommandFailure {
  override readonly name = 'BlockFileError'

  /** `place` is a line or an offset in words, empty for the file as a whole. */
  constructor(path: string, place: string, problem: string) {
    super(`${path}${place && `, ${place}`}: ${problem}`)
  }
}
