// A source file with a neighbour `NAME.web.ts` is Node's; bundles for web pages take the neighbour.
import { existsSync } from 'node:fs'

/** The file that a page's bundle has instead of a source file: its web side, or the file itself. */
export function pageSide(path) {
  const side = path.replace(/\.ts$/, '.web.ts')
  return existsSync(side) ? side : path
}
