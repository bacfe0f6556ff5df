import { readFileSync } from 'node:fs'
import { packageFile } from '../primitives/program/packageFile.ts'

/** Compiles a module of wasm/. */
export const compileWasm = (name: string): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(packageFile(`wasm/${name}.wasm`)))

/**
 * The exports of a new instance of a module of wasm/. Throws for a module with vector instructions on a platform without
 * them.
 */
export const loadWasm = <Exports extends WebAssembly.Exports>(name: string): Exports =>
  new WebAssembly.Instance(compileWasm(name)).exports as Exports
