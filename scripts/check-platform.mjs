// Checks that what a web page loads asks the platform only through its doors: a file that imports a module of Node.js is in
// a room of Node's, or has a web side (`NAME.web.ts`, scripts/pageSide.mjs); and no file of the page's program uses a
// global of Node's.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pageSide } from './pageSide.mjs'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src')

/** Rooms, folders and files that need files, sockets, threads or processes by nature. */
const ofNode = [
  'cli',
  'gateway',
  'peers',
  'server',
  'sharing',
  'chain/importWorker.ts',
  'chain/preparing',
  'chain/thread',
  'dev/bitcoin/bitcoind',
  'library/hardhat',
  'library/hardhat2.ts',
  'node/local/artifacts',
  'platform/packageFile.ts',
  'primitives/createFolders.ts',
  'primitives/threads',
  'remote',
  'service/worker',
  'service/writer/httpWriter.ts',
  'store/folder',
  'upstream/cache',
  'upstream/fetching',
]

/** What a page's program begins with. */
const entries = ['index.ts', 'library/light.ts']

const isTestCode = (path) => /\.(test|cases)\.ts$/.test(path)
const name = (path) => relative(root, path)
const isOfNode = (path) =>
  ofNode.some((place) => {
    const below = relative(source, path)
    return below === place || below.startsWith(`${place}/`)
  })

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
const codeOf = (path) => withoutComments(readFileSync(path, 'utf8'))

/** Statements and calls that load a module; not those for types alone. */
const importPattern =
  /^(?:import|export)\s+(?<clause>[^'";]*?)\s*from\s+'(?<from>[^']+)'|^import '(?<alone>[^']+)'|(?<!typeof )\bimport\('(?<called>[^']+)'\)/gm

function importsOf(code) {
  return [...code.matchAll(importPattern)].flatMap(({ groups }) => {
    const { clause = '', from, alone, called } = groups
    const names = clause
      .match(/^\{([\s\S]*)\}$/)?.[1]
      .split(',')
      .filter((part) => part.trim() !== '')
    const isOfTypes = clause.startsWith('type ') || names?.every((part) => part.trim().startsWith('type '))
    return isOfTypes ? [] : [from ?? alone ?? called]
  })
}

/** The files that a page's program loads, at the start or later. */
function pageFiles() {
  const files = new Map()
  const waiting = entries.map((entry) => pageSide(join(source, entry)))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue
    const code = codeOf(path)
    files.set(path, code)
    for (const specifier of importsOf(code)) {
      if (specifier.startsWith('.')) waiting.push(pageSide(resolve(dirname(path), specifier)))
    }
  }
  return files
}

const nodeGlobals = [
  [/\bprocess\./, 'process'],
  [/\bsetImmediate\b/, 'setImmediate'],
  [/\bNodeJS\./, 'NodeJS'],
  [/\.unref\(\)/, 'unref'],
  [/(?<!Array)\bBuffer\b(?!\.ts)/, 'Buffer'],
]

function globalsIn(code) {
  const importsBuffer = /^import [^\n]*\bBuffer\b/m.test(code) || /^export const Buffer\b/m.test(code)
  return nodeGlobals
    .filter(([pattern, word]) => pattern.test(code) && !(word === 'Buffer' && importsBuffer))
    .map(([, word]) => word)
}

const problems = []
for (const entry of readdirSync(source, { recursive: true })) {
  const path = join(source, entry)
  if (!path.endsWith('.ts') || isTestCode(path) || isOfNode(path) || pageSide(path) !== path) continue
  for (const specifier of importsOf(codeOf(path))) {
    if (specifier.startsWith('node:'))
      problems.push(`${name(path)} imports ${specifier}: ask src/platform, or give the file a web side`)
  }
}
const files = pageFiles()
for (const [path, code] of files) {
  if (isOfNode(path) && !path.endsWith('.web.ts') && importsOf(code).some((from) => from.startsWith('node:')))
    problems.push(`${name(path)} is Node's, but a page's program loads it`)
  for (const word of globalsIn(code)) problems.push(`${name(path)} uses ${word}, which pages do not have`)
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`platform: a page loads ${files.size} files, none of which needs Node.js`)
