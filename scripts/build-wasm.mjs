// Compiles the AssemblyScript sources of assembly/ into wasm/. scripts/build.mjs calls this when a source has changed.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import asc from 'assemblyscript/asc'
import { bn254Products } from './bn254-products.mjs'

/**
 * Each module is an entry file in assembly/ and a target of assembly/asconfig.json. The memory of `evm` is imported,
 * because its size depends on the gas of a session; its `memoryBase` is STATIC_DATA in src/evm/layout.ts.
 */
const modules = ['keccak256', 'sha256', 'blake2f', 'modularPower', 'curves', 'pairing', 'logs', 'evm']

const root = resolve(import.meta.dirname, '..')

/** Sources that scripts write; assembly/ has their declarations. */
const written = new Map([['assembly/bn254/products.ts', bn254Products]])

/** Null for a file that does not exist: the compiler tries several names for an import. */
const source = async (name, folder) =>
  written.get(name) ?? (await readFile(join(folder, name), 'utf8').catch(() => null))

for (const name of modules) {
  const options = ['--config', 'assembly/asconfig.json', '--target', name, '-O3', '--baseDir', root]
  const { error, stderr } = await asc.main(
    [`assembly/${name}.ts`, '--outFile', `wasm/${name}.wasm`, ...options],
    { readFile: source },
  )
  if (error) {
    console.error(stderr.toString())
    process.exit(1)
  }
}
