// Bundles the package into dist/: cli/ for the command, index.js and its neighbours for `import`, threads/ for the programs
// of threads, commonjs/ for `require`, browser/ for web pages (pageBundle.mjs). Arguments choose another folder and some of
// these parts. The sources are hundreds of small files, which take seconds to load one by one. The modules that one of these
// programs always needs are one chunk, because each file takes its loader 1 to 2 ms.
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'rolldown'
import { bundlePages } from './pageBundle.mjs'

const root = resolve(import.meta.dirname, '..')
const [, , target = join(root, 'dist'), ...wanted] = process.argv
const outdir = resolve(target)

/** Packages and modules of Node.js. */
const packages = /^(?:node:|@|[a-z][\w-]*(?:\/|$))/
/**
 * Packages that CommonJS can `require`. Those that are only ES modules, which Jest cannot `require`, are part of the
 * CommonJS bundle.
 */
const requirable = /^(?:node:|@(?!scure\/)|[a-z][\w-]*(?:\/|$))/

/** Bundles the entries, paths below src/ by the name of their output. The modules of each group and all that they import are one chunk. */
const bundle = (folder, entries, { groups = [], external = packages, ...output } = {}) =>
  build({
    cwd: root,
    input: Object.fromEntries(
      Object.entries(entries).map(([name, path]) => [name, resolve(root, 'src', path)]),
    ),
    platform: 'node',
    external,
    transform: { target: 'node20.19' },
    output: {
      dir: join(outdir, folder),
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      sourcemap: true,
      sourcemapExcludeSources: true,
      // Keep names for the stacks of errors.
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
      codeSplitting: { groups },
      ...output,
    },
  })

/** The public faces of the package: `cambium` and `cambium/NAME`. */
const library = {
  index: 'index.ts',
  ethers: 'library/ethers.ts',
  light: 'library/light.ts',
  stream: 'library/stream.ts',
  viem: 'library/viem.ts',
}
/** Hardhat 3 and Vitest load only ES modules. */
const onlyModules = { hardhat: 'library/hardhat.ts', vitest: 'library/vitest.ts' }
/** Hardhat 2 loads its plugins with `require`. */
const onlyCommonJs = { hardhat2: 'library/hardhat2.ts' }
const libraryGroups = [
  { name: 'error', test: /node[\\/]providerRpcError\.ts$/, priority: 1 },
  { name: 'library', test: /library[\\/]createNode\.ts$/ },
]

const module = (path) => join(root, 'node_modules', path)
const modules = {
  secp256k1: module('@noble/curves/secp256k1.js'),
  bn254: module('@noble/curves/bn254.js'),
  legacy: module('@noble/hashes/legacy.js'),
}

/** The folders of a build, each of which can be made without the others. */
const folders = {
  async cli(name) {
    await bundle(
      name,
      { main: 'cli/main.ts' },
      {
        groups: [
          // Modules that are loaded before the command is known.
          {
            name: 'program',
            test: /cli[\\/](?:program|terminal[\\/]terminal|commands[\\/]peg)\.ts$|[\\/]packageFile\.ts$/,
            priority: 1,
          },
          { name: 'serving', test: /cli[\\/]commands[\\/](?:dev|node)\.ts$/ },
        ],
      },
    )
    chmodSync(join(outdir, name, 'main.js'), 0o755)
  },
  '.': (name) => bundle(name, { ...library, ...onlyModules }, { groups: libraryGroups }),
  browser: (name) => bundlePages(join(outdir, name)),
  threads: (name) =>
    bundle(name, {
      bodyWorker: 'server/requests/bodyWorker.ts',
      checkWorker: 'light/checking/checkWorker.ts',
      fetchWorker: 'upstream/fetching/fetchWorker.ts',
      importWorker: 'chain/importWorker.ts',
      prepareWorker: 'chain/preparing/prepareWorker.ts',
      readerWorker: 'service/worker/readerWorker.ts',
    }),
  // ES modules of dependencies, for `requireModule`.
  libraries: (name) =>
    bundle(name, modules, {
      external: /^node:/,
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
    }),
  commonjs: (name) =>
    bundle(
      name,
      { ...library, ...onlyCommonJs },
      {
        external: requirable,
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: 'chunks/[name]-[hash].cjs',
        groups: libraryGroups,
      },
    ),
}

// Remove files of earlier builds, which would be published. The pages have a separate build.
const earlier = statSync(outdir, { throwIfNoEntry: false }) ? readdirSync(outdir) : []
for (const name of earlier.filter((name) => name !== 'web' && name !== '.pages')) {
  rmSync(join(outdir, name), { recursive: true, force: true })
}
await Promise.all(
  Object.entries(folders)
    .filter(([name]) => wanted.length === 0 || wanted.includes(name))
    .map(([name, build]) => build(name)),
)
