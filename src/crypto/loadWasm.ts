import { packageContent } from '../platform/packageContent.ts'

/** Compiles a module of wasm/. */
export const compileWasm = (name: string): WebAssembly.Module =>
  new WebAssembly.Module(packageContent(`wasm/${name}.wasm`))

/**
 * The exports of a new instance of a module of wasm/. Throws for a module with vector instructions on a platform without
 * them.
 */
export const loadWasm = <Exports extends WebAssembly.Exports>(name: string): Exports =>
  new WebAssembly.Instance(compileWasm(name)).exports as Exports
