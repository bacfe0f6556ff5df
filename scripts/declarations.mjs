// Writes the TypeScript declarations that the public interface reaches: dist/types for `import`, dist/commonjs for
// `require`. Both hold the same text; the extension of a file tells TypeScript which kind of module it declares. Maps lead
// editors to the sources, which are in the package.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const relativeImport = /((?:from|import)\s*\(?\s*['"]\.[^'"]+)\.ts(?=['"])/g

const entries = [
  'index',
  ...['ethers', 'hardhat', 'hardhat2', 'light', 'stream', 'viem', 'vitest'].map((name) => `library/${name}`),
]
const forms = [
  { folder: 'types', extension: 'js', declaration: 'd.ts' },
  { folder: 'commonjs', extension: 'cjs', declaration: 'd.cts' },
]

/** The declaration files that the entries import, directly or not, with their texts. */
function reachableFrom(paths) {
  const texts = new Map()
  const waiting = [...paths]
  while (waiting.length > 0) {
    const path = waiting.pop()
    if (texts.has(path)) continue
    const text = readFileSync(path, 'utf8')
    texts.set(path, text)
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.ts['"]/g)) {
      waiting.push(resolve(dirname(path), `${specifier}.d.ts`))
    }
  }
  return texts
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const emitted = mkdtempSync(join(tmpdir(), 'cambium-declarations-'))
try {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const project = join(root, 'tsconfig.build.json')
  const words = [compiler, '-p', project, '--outDir', emitted]
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
  for (const [path, text] of reachableFrom(entries.map((entry) => join(emitted, `${entry}.d.ts`)))) {
    const name = relative(emitted, path).replace(/\.d\.ts$/, '')
    const map = JSON.parse(readFileSync(`${path}.map`, 'utf8'))
    for (const { folder, extension, declaration } of forms) {
      const target = join(root, 'dist', folder, `${name}.${declaration}`)
      const source = relative(dirname(target), join(root, 'src', `${name}.ts`))
      const lines = text.replaceAll(relativeImport, `$1.${extension}`)
      write(target, lines.replace(/(sourceMappingURL=).*/, `$1${basename(target)}.map`))
      write(`${target}.map`, JSON.stringify({ ...map, file: basename(target), sources: [source] }))
    }
  }
} finally {
  rmSync(emitted, { recursive: true })
}
