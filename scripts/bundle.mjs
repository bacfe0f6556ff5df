// Bundles the package into dist/ (or the folder given): index.js for `import`, cli/main.js for the command, threads/ for
// the programs of threads, and chunks/ with what they share. `require` gets a bundle of its own, commonjs/index.cjs. The
// sources are hundreds of small files, which take seconds to load one by one.
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
  sourcemap: true,
  sourcesContent: false,
}

const bundleModules = () =>
  build({
    ...shared,
    format: 'esm',
    splitting: true,
    entryPoints: {
      index: 'src/index.ts',
      'cli/main': 'src/cli/main.ts',
      'threads/fetchWorker': 'src/upstream/fetching/fetchWorker.ts',
      'threads/importWorker': 'src/chain/importWorker.ts',
      'threads/prepareWorker': 'src/chain/preparing/prepareWorker.ts',
      'threads/readerWorker': 'src/service/worker/readerWorker.ts',
    },
    chunkNames: 'chunks/[name]-[hash]',
    outdir,
  })

const bundleCommonJs = () =>
  build({
    ...shared,
    format: 'cjs',
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
    entryPoints: ['src/index.ts'],
    outfile: join(outdir, 'commonjs/index.cjs'),
  })

// Files of earlier builds would stay and be published. The pages have a build of their own.
const earlier = statSync(outdir, { throwIfNoEntry: false }) ? readdirSync(outdir) : []
for (const name of earlier.filter((name) => name !== 'web' && name !== '.pages')) {
  rmSync(join(outdir, name), { recursive: true, force: true })
}
await Promise.all([bundleModules(), bundleCommonJs()])
chmodSync(join(outdir, 'cli/main.js'), 0o755)
