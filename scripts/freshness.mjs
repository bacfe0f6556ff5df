// Decides by content whether outputs are still up to date: file times are unreliable after a checkout, a copy or an unpacked
// archive. A record beside the outputs holds the digest of the inputs and the sizes of the outputs.
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** All files below a folder, sorted; empty for a folder that does not exist. */
export function filesBelow(folder) {
  const entries = statSync(folder, { throwIfNoEntry: false })
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
    : []
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** A digest of the names and contents of files. */
export function digestOf(root, paths) {
  const lines = paths.map((path) => `${relative(root, path)} ${hash('sha256', readFileSync(path))}`)
  return hash('sha256', lines.join('\n'))
}

/** Calls `build` unless `record` says that its outputs below `folder` were made from the inputs of this digest. */
export function buildUnlessFresh({ record, folder, digest, isOutput = () => true, build }) {
  const outputs = () => sizesOf(folder, (path) => path !== record && isOutput(path))
  if (read(record) === describe(digest, outputs())) return
  rmSync(record, { force: true })
  build()
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, describe(digest, outputs()))
}

const sizesOf = (folder, isOutput) =>
  filesBelow(folder)
    .filter(isOutput)
    .map((path) => [relative(folder, path), statSync(path).size])

const describe = (digest, outputs) => `${JSON.stringify({ inputs: digest, outputs }, undefined, 1)}\n`

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
