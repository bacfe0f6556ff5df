import { existsSync } from 'node:fs'

/**
 * A file of the package by its path from the package's root. The root is searched upwards, because the code is at
 * different depths as sources and as a bundle.
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
