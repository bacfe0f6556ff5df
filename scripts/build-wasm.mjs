// Compiles the AssemblyScript sources of assembly/ into wasm/, skipping modules newer than their sources.
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import asc from 'assemblyscript/asc'

const root = resolve(import.meta.dirname, '..')
const out = join(root, 'wasm')

/** Entry file in assembly/ → compiler flags beyond the common ones. */
const modules = {
  keccak256: ['--initialMemory', '2', '--maximumMemory', '2', '--memoryBase', '65536'],
  blake2f: ['--initialMemory', '1', '--maximumMemory', '1', '--memoryBase', '1024'],
  // The memory is imported, because its size depends on src/evm/layout.ts; --memoryBase is STATIC_DATA there.
  evm: ['--importMemory', '--memoryBase', '8192'],
}

const common = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--use',
  'abort=',
  '--enable',
  'simd,bulk-memory,sign-extension',
]

/** Constants that TypeScript and AssemblyScript share. */
const sharedConstants = ['src/evm/gas.ts', 'src/evm/layout.ts', 'src/evm/opcodeBytes.ts']

const newestSource = Math.max(
  ...readdirSync(join(root, 'assembly'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => statSync(join(root, 'assembly', name)).mtimeMs),
  ...sharedConstants.map((name) => statSync(join(root, name)).mtimeMs),
  statSync(import.meta.filename).mtimeMs,
)

mkdirSync(out, { recursive: true })
for (const [name, flags] of Object.entries(modules)) {
  const target = join(out, `${name}.wasm`)
  if (existsSync(target) && statSync(target).mtimeMs > newestSource) continue
  const { error, stderr } = await asc.main(
    [`assembly/${name}.ts`, '--outFile', `wasm/${name}.wasm`, '--baseDir', root, ...common, ...flags],
    {},
  )
  if (error) {
    console.error(stderr.toString())
    process.exit(1)
  }
}
