// Starts the program of a thread from its sources, for tests. They are bundled first: one by one they take seconds to
// load. The arguments name the program, relative to `src/`, and the process: its threads share a bundle.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'
import { build, stop } from 'esbuild'

const hourMs = 60 * 60 * 1000
const [, , source, processName] = process.argv
const cache = new URL('../../../node_modules/.cache/cambium/', import.meta.url)
const bundled = new URL(`${basename(source, '.ts')}-${processName}.mjs`, cache)

if (!existsSync(bundled)) await bundle()
await import(bundled.href)

async function bundle() {
  mkdirSync(cache, { recursive: true })
  removeOld()
  const unfinished = new URL(`${bundled.href}.${threadId}`)
  await build({
    entryPoints: [fileURLToPath(new URL(`../../${source}`, import.meta.url))],
    outfile: fileURLToPath(unfinished),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
  })
  await stop()
  renameSync(unfinished, bundled)
}

/** Bundles of processes that have ended. */
function removeOld() {
  for (const name of readdirSync(cache)) {
    const file = new URL(name, cache)
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < Date.now() - hourMs) rmSync(file, { force: true, recursive: true })
  }
}
