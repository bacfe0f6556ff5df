// Bundles the package into dist/ (or the folder given): the entry points as ES modules with the chunks they share, and the library as one
// CommonJS file. The sources are hundreds of small files, which take half a second to load one by one.
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const outdir = resolve(process.argv[2] ?? join(root, 'dist'))

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
}

const bundleModules = () =>
  build({
    ...shared,
    entryPoints: {
      index: 'src/index.ts',
      'cli/main': 'src/cli/main.ts',
      'chain/importWorker': 'src/chain/importWorker.ts',
      'chain/prepareWorker': 'src/chain/preparing/prepareWorker.ts',
      'readers/readerWorker': 'src/rpc/worker/readerWorker.ts',
      'upstream/fetchWorker': 'src/upstream/fetching/fetchWorker.ts',
    },
    chunkNames: 'chunks/[name]-[hash]',
    outdir,
    splitting: true,
    format: 'esm',
    sourcemap: true,
  })

/** The worker thread stays an ES module; it lies at the same relative path as seen from a chunk. */
const bundleCommonJs = () =>
  build({
    ...shared,
    entryPoints: ['src/index.ts'],
    outfile: join(outdir, 'commonjs/index.cjs'),
    format: 'cjs',
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
  })

// The names of chunks depend on their contents: chunks of earlier builds would stay and be published. The pages have a
// build of their own.
const earlier = statSync(outdir, { throwIfNoEntry: false }) ? readdirSync(outdir) : []
for (const name of earlier.filter((name) => name !== 'web' && name !== '.pages')) {
  rmSync(join(outdir, name), { recursive: true, force: true })
}
await Promise.all([bundleModules(), bundleCommonJs()])
chmodSync(join(outdir, 'cli/main.js'), 0o755)
