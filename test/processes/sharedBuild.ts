import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes the folder of the bundle that the files of a suite share; the first file that needs the bundle makes it. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-shared-'))
  // Some processes run under another user.
  chmodSync(folder, 0o755)
  process.env['BUNDLED_CAMBIUM'] = folder
  return () => rmSync(folder, { recursive: true })
}
