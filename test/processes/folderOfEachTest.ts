import { afterEach } from 'vitest'
import { TemporaryFolder } from './temporaryFolder.ts'

/** A folder that each test of the file or the suite has for itself. It is removed after the hooks that the caller adds later. */
export function folderOfEachTest(): TemporaryFolder {
  const folder = new TemporaryFolder()
  afterEach(() => folder.remove())
  return folder
}
