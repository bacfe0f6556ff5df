import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const packageName = 'cambium'

/**
 * The running file. In a CommonJS bundle, which has no `import.meta`, the search for the package starts in the working
 * directory.
 */
const here: string = import.meta.url ?? pathToFileURL(join(process.cwd(), 'bundle.js')).href

let root: URL | undefined

/**
 * A file of the package by its path from the package's root. The root is searched upwards, because sources and bundles
 * are at different depths. In a program's own bundle, the root is where the program would resolve the package.
 */
export function packageFile(path: string): URL {
  root ??= rootAbove(new URL('.', here)) ?? installedRoot()
  return new URL(path, root)
}

/** `require` as in the package's own files: it finds the package's dependencies, wherever they are installed. */
export const packageRequire = (): NodeJS.Require => createRequire(packageFile('package.json'))

/** Whether this is a file of `src/`, as in tests, not a bundle. */
export const runsFromSources: boolean = here.endsWith('.ts')

function rootAbove(start: URL): URL | undefined {
  for (let folder = start; ; ) {
    if (nameIn(folder) === packageName) return folder
    const parent = new URL('..', folder)
    if (parent.href === folder.href) return undefined
    folder = parent
  }
}

function nameIn(folder: URL): unknown {
  try {
    const { name }: { name?: unknown } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
    return name
  } catch {
    return undefined
  }
}

function installedRoot(): URL {
  try {
    return pathToFileURL(createRequire(here).resolve(`${packageName}/package.json`))
  } catch (error) {
    throw new Error(
      `${packageName} finds its WebAssembly, threads and native modules only where it is installed: leave it out of the bundle (--external:${packageName}), or install it beside the bundle`,
      { cause: error },
    )
  }
}
