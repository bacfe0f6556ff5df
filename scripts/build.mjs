// Builds what is not up to date. `node scripts/build.mjs wasm` makes wasm/, `… program` also the programs and pages of
// dist/, and without an argument the declarations too.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildUnlessFresh, digestOf, filesBelow } from './freshness.mjs'

const root = resolve(import.meta.dirname, '..')
const wasm = join(root, 'wasm')
const dist = join(root, 'dist')
const isOfPages = (path) => path.startsWith(join(dist, 'web')) || path === join(dist, '.pages')
const isDeclaration = (path) => /\.d\.c?ts(\.map)?$/.test(path)

const stages = ['wasm', 'program', 'declarations']
const last = process.argv[2] ?? 'declarations'
if (!stages.includes(last)) {
  console.error(`${last} is not one of ${stages.join(', ')}`)
  process.exit(2)
}

const scriptPath = (name) => join(root, 'scripts', `${name}.mjs`)

function run(name) {
  const { status } = spawnSync(process.execPath, [scriptPath(name)], { stdio: 'inherit' })
  // The script has printed the reason.
  if (status !== 0) process.exit(1)
}

buildWasm()
if (last !== 'wasm') {
  buildDist(last)
  buildWeb()
}

function buildWasm() {
  const sources = new Set(filesBelow(join(root, 'assembly')))
  // The loop adds imported files of src/ to the set that it iterates over.
  for (const path of sources) for (const imported of importedBy(path)) sources.add(imported)
  const inputs = [
    ...sources,
    scriptPath('build-wasm'),
    scriptPath('bn254-products'),
    join(root, 'node_modules/assemblyscript/package.json'),
  ]
  buildUnlessFresh({
    record: join(wasm, '.built'),
    folder: wasm,
    digest: digestOf(root, inputs),
    build() {
      rmSync(wasm, { recursive: true, force: true })
      run('build-wasm')
    },
  })
}

function importedBy(path) {
  if (!path.endsWith('.ts')) return []
  const specifiers = readFileSync(path, 'utf8').matchAll(/from '(\.[^']+?)(?:\.ts)?'/g)
  return Array.from(specifiers, ([, specifier]) => resolve(dirname(path), `${specifier}.ts`))
}

function buildDist(stage) {
  const sources = filesBelow(join(root, 'src')).filter((path) => !/\.(test|cases)\.ts$/.test(path))
  const scripts = ['build', 'bundle', 'declarations', 'freshness', 'pageBundle', 'pageSide'].map(scriptPath)
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
  const inputs = [
    ...sources,
    ...filesBelow(join(root, 'types')),
    ...filesBelow(wasm).filter((path) => path.endsWith('.wasm')),
    ...scripts,
    ...settings.map((name) => join(root, name)),
  ]
  const digest = digestOf(root, inputs)
  buildUnlessFresh({
    record: join(dist, '.built'),
    folder: dist,
    digest,
    isOutput: (path) => !isDeclaration(path) && !isOfPages(path) && !path.endsWith('.declared'),
    build: () => run('bundle'),
  })
  if (stage === 'program') return
  buildUnlessFresh({
    record: join(dist, '.declared'),
    folder: dist,
    digest,
    isOutput: isDeclaration,
    build() {
      for (const path of filesBelow(dist).filter(isDeclaration)) rmSync(path)
      run('declarations')
    },
  })
}

function buildWeb() {
  const sources = filesBelow(join(root, 'web')).filter((path) => !path.endsWith('.test.ts'))
  const scripts = ['build', 'build-web', 'freshness'].map(scriptPath)
  const settings = ['package.json', 'package-lock.json', 'web/tsconfig.json'].map((name) => join(root, name))
  // What the pages contain besides web/.
  const contained = [
    'dist/browser/index.js',
    'dist/browser/light.js',
    'examples/playground/Guestbook.json',
  ].map((path) => join(root, path))
  buildUnlessFresh({
    record: join(dist, '.pages'),
    folder: join(dist, 'web'),
    digest: digestOf(root, [...sources, ...scripts, ...settings, ...contained]),
    build: () => run('build-web'),
  })
}
