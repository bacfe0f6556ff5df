// Writes the TypeScript declarations that the public interface reaches: dist/types for `import`, dist/commonjs for
// `require`. Both hold the same text; the extension of a file tells TypeScript which kind of module it declares.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const relativeImport = /((?:from|import)\s*\(?\s*['"]\.[^'"]+)\.ts(?=['"])/g

const forms = [
  { folder: 'types', extension: 'js', declaration: 'd.ts' },
  { folder: 'commonjs', extension: 'cjs', declaration: 'd.cts' },
]

/** The declaration files that an entry imports, directly or not, with their texts. */
function reachableFrom(entry) {
  const texts = new Map()
  const waiting = [entry]
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

const emitted = mkdtempSync(join(tmpdir(), 'cambium-declarations-'))
try {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const project = join(root, 'tsconfig.build.json')
  const words = [compiler, '-p', project, '--outDir', emitted]
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
  for (const [path, text] of reachableFrom(join(emitted, 'index.d.ts'))) {
    for (const { folder, extension, declaration } of forms) {
      const name = relative(emitted, path).replace(/d\.ts$/, declaration)
      const target = join(root, 'dist', folder, name)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text.replaceAll(relativeImport, `$1.${extension}`))
    }
  }
} finally {
  rmSync(emitted, { recursive: true })
}
