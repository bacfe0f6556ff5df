import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and the missing ones above it, all with the same permissions. Node's recursive mkdir (20.20) does not
 * end where a file system answers ENOENT to every new entry, as /proc does.
 */
export function createFolders(path: string, mode = 0o777): void {
  const missing: string[] = []
  let above = resolve(path)
  while (!existsSync(above) && dirname(above) !== above) {
    missing.unshift(above)
    above = dirname(above)
  }
  for (const folder of missing) createFolder(folder, mode)
  if (missing.length === 0 && !statSync(above).isDirectory()) mkdirSync(above)
}

/** Another process may create the same folder at the same time. */
function createFolder(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
