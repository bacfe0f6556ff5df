// Compiles the AssemblyScript sources of assembly/ into wasm/. scripts/build.mjs calls this when a source has changed.
import { resolve } from 'node:path'
import asc from 'assemblyscript/asc'

/**
 * Each module is an entry file in assembly/ and a target of assembly/asconfig.json. The memory of `evm` is imported,
 * because its size depends on the gas of a session; its `memoryBase` is STATIC_DATA in src/evm/layout.ts.
 */
const modules = ['keccak256', 'sha256', 'blake2f', 'modularPower', 'curves', 'pairing', 'logs', 'evm']

const root = resolve(import.meta.dirname, '..')

for (const name of modules) {
  const options = ['--config', 'assembly/asconfig.json', '--target', name, '-O3', '--baseDir', root]
  const { error, stderr } = await asc.main(
    [`assembly/${name}.ts`, '--outFile', `wasm/${name}.wasm`, ...options],
    {},
  )
  if (error) {
    console.error(stderr.toString())
    process.exit(1)
  }
}
