import { readFileSync, statSync } from 'node:fs'
import { reasonOf } from '../../../primitives/errors.ts'
import { ConfigurationError } from '../configurationError.ts'

/** Bytes of a file with settings; a larger one is rejected unread. */
const maximumFile = 1 << 20

/** The text of a file that a setting names. Throws `ConfigurationError` when it cannot be read. */
export function readTextFile(path: string): string {
  try {
    const status = statSync(path)
    if (!status.isFile()) throw new Error('it is not a file')
    if (status.size > maximumFile) throw new Error(`it has more than ${maximumFile} bytes`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigurationError([`${path} cannot be read: ${reasonOf(error)}`])
  }
}
