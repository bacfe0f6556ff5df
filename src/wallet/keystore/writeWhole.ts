import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const ownerOnly = 0o600

/**
 * Writes a file that only its owner may read, atomically: as a hidden draft, which is then renamed. After the return
 * the file survives a power failure.
 */
export function writeWhole(path: string, text: string): void {
  const folder = dirname(path)
  const draft = join(folder, `.${basename(path)}.${randomUUID()}`)
  try {
    withFile(draft, 'wx', (file) => {
      writeFileSync(file, text)
      fsyncSync(file)
    })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  // Windows cannot flush a folder.
  if (process.platform !== 'win32') withFile(folder, 'r', fsyncSync)
}

function withFile(path: string, flags: string, work: (file: number) => void): void {
  const file = openSync(path, flags, ownerOnly)
  try {
    work(file)
  } finally {
    closeSync(file)
  }
}
