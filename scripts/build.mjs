// Bundles the package into dist/ (or the folder given): the entry points and the chunks they share. Hundreds of
// small source files are pleasant to read but take half a second to load one by one.
import { chmodSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const outdir = resolve(process.argv[2] ?? join(root, 'dist'))

// Chunks are named after their contents: those of earlier builds would stay and be published.
rmSync(outdir, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: {
    index: 'src/index.ts',
    'cli/main': 'src/cli/main.ts',
    'tracing/traceWorker': 'src/tracing/worker/traceWorker.ts',
  },
  chunkNames: 'chunks/[name]-[hash]',
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
})
chmodSync(join(outdir, 'cli/main.js'), 0o755)
