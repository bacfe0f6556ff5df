// Starts the worker from its sources, for tests. They are bundled first: one by one they take seconds to load.
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'
import { build, stop } from 'esbuild'

const cache = new URL('../../../node_modules/.cache/cambium/', import.meta.url)
const program = new URL(`importWorker-${process.pid}-${threadId}.mjs`, cache)

mkdirSync(cache, { recursive: true })
await build({
  entryPoints: [fileURLToPath(new URL('../importWorker.ts', import.meta.url))],
  outfile: fileURLToPath(program),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
})
await stop()
try {
  await import(program.href)
} finally {
  rmSync(program)
}
