import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/*
 * Public test vectors that are not part of this repository. They are read from the optional folder `shared/vectors` beside
 * the checkout; the tests of missing vectors are skipped with a notice.
 */

const folder = fileURLToPath(new URL('../../../shared/vectors/', import.meta.url))

/** The parsed JSON file, or undefined with a notice when it is missing. */
export function sharedVectors<T>(path: string): T | undefined {
  if (isMissing(path)) return undefined
  const parsed: T = JSON.parse(readFileSync(`${folder}${path}`, 'utf8'))
  return parsed
}

/** Paths of the JSON files in a folder of vectors; empty, with a notice, when it is missing. */
export function sharedVectorFiles(path: string): string[] {
  if (isMissing(path)) return []
  return readdirSync(`${folder}${path}`)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `${path}/${name}`)
}

function isMissing(path: string): boolean {
  const missing = !existsSync(`${folder}${path}`)
  if (missing) console.log(`public vectors ${path} are not beside the repository, their tests are skipped`)
  return missing
}
