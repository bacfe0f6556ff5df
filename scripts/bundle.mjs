// Bundles the package into dist/ (or the folder given). program/program.cjs holds all code once: the command line, the
// library and the programs of the threads are entry points that it evaluates when they are asked for. The sources are
// hundreds of small files, which take half a second to load one by one. The files around it load it: index.js and
// commonjs/index.cjs for programs that import the package, cli/main.js for the command, a file for each kind of thread.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { withPlainNames } from './plainNames.mjs'

const root = resolve(import.meta.dirname, '..')
const outdir = resolve(process.argv[2] ?? join(root, 'dist'))

const library = 'src/index.ts'
const commandLine = 'src/cli/program.ts'
/** The programs of threads by their places in dist/. */
const threads = {
  'chain/importWorker.cjs': 'src/chain/importWorker.ts',
  'chain/prepareWorker.cjs': 'src/chain/preparing/prepareWorker.ts',
  'readers/readerWorker.cjs': 'src/service/worker/readerWorker.ts',
  'upstream/fetchWorker.cjs': 'src/upstream/fetching/fetchWorker.ts',
}
const entryPoints = [library, commandLine, ...Object.values(threads)]

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
}

const commonJs = {
  ...shared,
  format: 'cjs',
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
}

/** A file that stays outside, so that its state exists once; the build fails when no import names it. */
const outside = (name, filter, path) => ({
  name,
  setup(bundler) {
    let isImported = false
    bundler.onResolve({ filter }, () => {
      isImported = true
      return { path, external: true }
    })
    bundler.onEnd(() => (isImported ? {} : { errors: [{ text: `nothing imports the ${name}: ${filter}` }] }))
  },
})

const loader = /\/primitives\/program\/loadProgram\.ts$/

const require = createRequire(import.meta.url)

/** Packages that lmdb loads for what the store does not use: encodings of values, and a cache of decoded ones. */
const unusedByStore = ['msgpackr', 'weak-lru-cache']

/**
 * Fills in src/store/folder/bundledLmdb.ts. Its binary stays outside, and so do the packages of other code, which takes
 * lmdb as a package.
 */
const bundledLmdb = {
  name: 'lmdb',
  setup(bundler) {
    const lmdb = createRequire(require.resolve('lmdb'))
    bundler.onLoad({ filter: /\/store\/folder\/bundledLmdb\.ts$/ }, () => ({
      contents: "export const bundledLmdb = () => require('lmdb')",
      resolveDir: root,
    }))
    bundler.onResolve({ filter: /^(lmdb|ordered-binary|@harperfast\/extended-iterable)$/ }, ({ path }) => ({
      path: lmdb.resolve(path),
    }))
    const replaced = { namespace: 'replaced' }
    bundler.onResolve(
      { filter: /^(msgpackr|weak-lru-cache|node-gyp-build-optional-packages)$/ },
      ({ path }) => ({
        path,
        ...replaced,
      }),
    )
    bundler.onLoad({ filter: /.*/, ...replaced }, ({ path }) => ({
      contents: unusedByStore.includes(path)
        ? ''
        : "module.exports = require('./src/store/folder/lmdbBinary.ts').loadLmdbBinary",
      resolveDir: root,
    }))
  },
}

/** The terms of the packages whose code is in the bundle. */
function bundledLicenses({ inputs }) {
  const names = Object.keys(inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  return [...new Set(names)]
    .filter((name) => name !== undefined)
    .map((name) => `${name}\n\n${readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8')}`)
}

const bundleProgram = () =>
  build({
    ...commonJs,
    metafile: true,
    plugins: [outside('loader', loader, './load.cjs'), bundledLmdb],
    stdin: {
      contents: entryPoints.map((path) => `exports['${path}'] = () => require('./${path}')`).join('\n'),
      resolveDir: root,
    },
    outfile: join(outdir, 'program/program.cjs'),
    // Half the bytes to read, without comments. Names stay, and lines are short enough to find a place in a stack.
    minifyWhitespace: true,
    lineLimit: 160,
    sourcemap: true,
    sourcesContent: false,
  })

const bundleLoader = () =>
  build({
    ...commonJs,
    entryPoints: ['src/primitives/program/loadProgram.ts'],
    outfile: join(outdir, 'program/load.cjs'),
  })

/** The command answers simple questions without the program. */
const bundleCommand = () =>
  build({
    ...shared,
    entryPoints: ['src/cli/main.ts'],
    outfile: join(outdir, 'cli/main.js'),
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
    plugins: [
      outside('program', /^\.\/program\.ts$/, './program.cjs'),
      outside('loader', loader, '../program/load.cjs'),
    ],
  })

/** The exports of an entry point of the bundled program. */
const evaluated = (entryPoint) => require(join(outdir, 'program/program.cjs'))[entryPoint]()

/** Named one by one, so that Node finds the names when an ES module imports the file. */
function reexport(file, entryPoint) {
  const names = Object.keys(evaluated(entryPoint))
  write(file, [
    `const program = require('../program/load.cjs').load('${entryPoint}')`,
    ...names.map((name) => `exports.${name} = program.${name}`),
  ])
  return names
}

function write(file, lines) {
  mkdirSync(dirname(join(outdir, file)), { recursive: true })
  writeFileSync(join(outdir, file), `${lines.join('\n')}\n`)
}

// Files of earlier builds would stay and be published. The pages have a build of their own.
const earlier = statSync(outdir, { throwIfNoEntry: false }) ? readdirSync(outdir) : []
for (const name of earlier.filter((name) => name !== 'web' && name !== '.pages')) {
  rmSync(join(outdir, name), { recursive: true, force: true })
}
const [{ metafile }] = await Promise.all([bundleProgram(), bundleLoader(), bundleCommand()])
write('program/licenses.txt', bundledLicenses(metafile))
// In a script with kept code Node.js 20 refuses import(): the loader, which Node compiles itself, imports for it.
const programFile = join(outdir, 'program/program.cjs')
const program = withPlainNames(readFileSync(programFile, 'utf8'), ['LocalNode'])
writeFileSync(programFile, program.replace(/\bimport\((?=["'])/g, 'require("./load.cjs").importModule('))
// Node reads a CommonJS file that is imported twice, because it looks for the names of the exports first.
const commandFile = join(outdir, 'cli/main.js')
const command = readFileSync(commandFile, 'utf8')
writeFileSync(commandFile, command.replace(/\bawait import\((?="[^"]+\.cjs"\))/g, 'require('))
// The loader reads it as Latin-1, which is a byte a character for V8 too.
if (readFileSync(programFile).some((byte) => byte > 0x7f)) {
  throw new Error('program.cjs is not ASCII')
}
const names = reexport('commonjs/index.cjs', library)
write('index.js', [`export { ${names.join(', ')} } from './commonjs/index.cjs'`])
reexport('cli/program.cjs', commandLine)
// The command explains the others without loading the program.
write('cli/help.json', [JSON.stringify(await evaluated(commandLine).helpTexts())])
for (const [file, source] of Object.entries(threads)) {
  write(file, [`require('../program/load.cjs').load('${source}')`])
}
// These threads keep code of their own: they start often, and use little of the program.
write('chain/prepareWorker.cjs', [
  "const loader = require('../program/load.cjs')",
  "loader.loadFor('preparing')",
  `loader.load('${threads['chain/prepareWorker.cjs']}')`,
])
chmodSync(join(outdir, 'cli/main.js'), 0o755)
