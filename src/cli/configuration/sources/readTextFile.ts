import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { reasonOf } from '../../../primitives/errors.ts'
import { ConfigurationError } from '../configurationError.ts'

/** Bytes of a file with settings; a larger one is rejected unread. */
const maximumFile = 1 << 20

/** The beginning of the placeholders for secrets in the shipped files. */
const placeholder = /^replace-me/i

/** The text of a file with a secret. Throws `ConfigurationError` when it cannot be read, or has the shipped placeholder. */
export function readSecretFile(path: string): string {
  const text = readTextFile(path)
  if (!placeholder.test(text)) return text
  throw new ConfigurationError([
    `${path} has the placeholder of the shipped file, which is public: replace it with a secret, such as from openssl rand -hex 32`,
  ])
}

/** The text of a file that a setting names. Throws `ConfigurationError` when it cannot be read; `advice` is for a missing file. */
export function readTextFile(path: string, advice = ''): string {
  try {
    const status = statSync(path, { throwIfNoEntry: false })
    if (status === undefined) throw new Error(`${missing(path)}${advice}`)
    if (!status.isFile()) throw new Error('it is not a file')
    if (status.size > maximumFile) throw new Error(`it has more than ${maximumFile} bytes`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigurationError([`${path} cannot be read: ${reasonOf(error)}`])
  }
}

const missing = (path: string): string =>
  isAbsolute(path) ? 'it does not exist' : `it does not exist in ${dirname(resolve(path))}`
