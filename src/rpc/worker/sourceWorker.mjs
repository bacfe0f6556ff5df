// Starts the worker from its sources, for tests. They are bundled first: one by one they take seconds to load. The
// threads of one process share a bundle, which has the name of the process.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { threadId, workerData } from 'node:worker_threads'
import { build, stop } from 'esbuild'

const hourMs = 60 * 60 * 1000
const cache = new URL('../../../node_modules/.cache/cambium/', import.meta.url)
const program = new URL(`readerWorker-${workerData.processName}.mjs`, cache)

if (!existsSync(program)) await bundle()
await import(program.href)

async function bundle() {
  mkdirSync(cache, { recursive: true })
  removeOld()
  const unfinished = new URL(`${program.href}.${threadId}`)
  await build({
    entryPoints: [fileURLToPath(new URL('./readerWorker.ts', import.meta.url))],
    outfile: fileURLToPath(unfinished),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
  })
  await stop()
  renameSync(unfinished, program)
}

/** Bundles of processes that have ended. */
function removeOld() {
  for (const name of readdirSync(cache)) {
    const file = new URL(name, cache)
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < Date.now() - hourMs) rmSync(file, { force: true, recursive: true })
  }
}
