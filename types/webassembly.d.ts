// The part of the WebAssembly JavaScript API that Cambium uses. TypeScript ships these types only with the
// browser's library, whose hundreds of other globals do not exist in Node.
declare namespace WebAssembly {
  type ImportValue = ((...args: never[]) => unknown) | Memory | Global
  type Imports = Record<string, Record<string, ImportValue>>
  type Exports = Record<string, unknown>

  class Module {
    constructor(bytes: Uint8Array)
  }
  function compile(bytes: Uint8Array): Promise<Module>
  class Instance {
    constructor(module: Module, imports?: Imports)
    readonly exports: Exports
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Global {
    readonly value: number
  }
}
