import { mkdirSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'

const cache = new URL('../../node_modules/.cache/cambium-tests/', import.meta.url)
const packages = /^(?:node:|@|[a-z][\w-]*(?:\/|$))/

/**
 * Bundles a program of the tests and returns the path of the bundle: one by one, its sources take seconds to load.
 * Modules keep the addresses of their sources, by which they find files and threads.
 */
export async function bundledProgram(source: URL): Promise<string> {
  const name = basename(source.pathname, '.ts')
  const bundle = fileURLToPath(new URL(`${name}.mjs`, cache))
  const unfinished = `${bundle}.${process.pid}`
  mkdirSync(cache, { recursive: true })
  await build({
    input: fileURLToPath(source),
    platform: 'node',
    external: packages,
    transform: { target: 'node20.19' },
    output: { file: unfinished, codeSplitting: false },
    plugins: [
      {
        name: 'addresses of sources',
        transform: (code, id) =>
          code.includes('import.meta.url')
            ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            : null,
      },
    ],
  })
  // Another worker may be starting the same program.
  renameSync(unfinished, bundle)
  return bundle
}
