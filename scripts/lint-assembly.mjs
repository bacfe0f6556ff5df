// Formats and lints assembly/ by the rules of biome.json: node scripts/lint-assembly.mjs [--write]
//
// Biome's parser rejects AssemblyScript's decorators on functions. This script therefore copies the sources to a
// temporary folder, turns each decorator into a comment there, and runs Biome on the copies.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const writes = process.argv.includes('--write')

const hideDecorators = (source) => source.replace(/^@(?=\w)/gm, '//@')
const showDecorators = (source) => source.replace(/^\/\/@(?=\w)/gm, '@')

const files = readdirSync(join(root, 'assembly'), { recursive: true })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('assembly', name))

/** biome.json without the line that excludes assembly/, for a folder that is not a git checkout. */
function configuration() {
  const { $schema, vcs, files, ...rest } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  return JSON.stringify(rest)
}

function check(folder) {
  writeFileSync(join(folder, 'biome.json'), configuration())
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), hideDecorators(readFileSync(join(root, file), 'utf8')))
  }
  const biome = join(root, 'node_modules/.bin/biome')
  const options = ['check', ...(writes ? ['--write'] : []), 'assembly']
  const { status } = spawnSync(biome, options, { cwd: folder, stdio: 'inherit' })
  if (writes) {
    for (const file of files) {
      const formatted = showDecorators(readFileSync(join(folder, file), 'utf8'))
      if (formatted !== readFileSync(join(root, file), 'utf8')) writeFileSync(join(root, file), formatted)
    }
  }
  return status ?? 1
}

const folder = mkdtempSync(join(tmpdir(), 'cambium-assembly-'))
try {
  process.exitCode = check(folder)
} finally {
  rmSync(folder, { recursive: true })
}
