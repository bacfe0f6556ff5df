import { existsSync } from 'node:fs'

/**
 * A file that ships with the package beside the code, named from the package's root. The code itself lies at
 * different depths: as sources, and bundled.
 */
export function packageFile(path: string): URL {
  let folder = new URL('.', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) {
    const parent = new URL('..', folder)
    if (parent.href === folder.href) throw new Error(`${path} of the package cambium is missing`)
    folder = parent
  }
  return new URL(path, folder)
}
