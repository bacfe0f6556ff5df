import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { packageFile } from '../../primitives/program/packageFile.ts'
import { Core } from './core.ts'

/** Bytes of frame memory. The pool discards a core that used more, because linear memory never shrinks. */
const largestKept = 128 * 2 ** 20

const mostKept = 4

/**
 * Idle cores. A session that starts while another one runs (a host or a precompile that executes code itself)
 * gets another core.
 */
export class CorePool {
  readonly #idle: Core[] = []
  readonly #compile: () => WebAssembly.Module
  #module: WebAssembly.Module | undefined

  constructor(compile: () => WebAssembly.Module) {
    this.#compile = compile
  }

  /** Takes a module that another thread has compiled, unless there is one already. */
  provide(module: WebAssembly.Module): void {
    this.#module ??= module
  }

  acquire(): Core {
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    this.#module ??= this.#compile()
    return new Core(this.#module)
  }

  /** Compiles the module on other threads, unless a session has done it or needs it before. */
  async prepare(compile: () => Promise<WebAssembly.Module>): Promise<void> {
    if (this.#module !== undefined) return
    const module = await compile()
    this.#module ??= module
  }

  /** Takes a core back, whatever state its session left behind. */
  release(core: Core): void {
    core.client = undefined
    core.exports.reset()
    if (core.arenaUsed <= largestKept && this.#idle.length < mostKept) this.#idle.push(core)
  }
}

/**
 * Compiles with V8's optimising compiler at once. Otherwise functions start in the baseline tier, and V8 does
 * not move a running call to optimised code, however long it runs: `run` is such a call.
 */
export function compileCore(): WebAssembly.Module {
  const binary = readFileSync(packageFile('wasm/evm.wasm'))
  optimiseAtOnce()
  try {
    return new WebAssembly.Module(binary)
  } finally {
    optimiseLater()
  }
}

/** The same on the threads of V8. Code that is kept before it ends is not used by other processes, because of the flags. */
export async function compileCoreBeside(): Promise<WebAssembly.Module> {
  const binary = readFileSync(packageFile('wasm/evm.wasm'))
  optimiseAtOnce()
  try {
    return await WebAssembly.compile(binary)
  } finally {
    optimiseLater()
  }
}

function optimiseAtOnce(): void {
  setFlagsFromString('--no-liftoff')
  setFlagsFromString('--no-wasm-lazy-compilation')
}

function optimiseLater(): void {
  setFlagsFromString('--liftoff')
  // `--no-liftoff` cleared this one too. All flags must be as they were: V8 uses kept code (primitives/program/codeCache.ts) only
  // in a process with the flags of the one that kept it.
  setFlagsFromString('--wasm-dynamic-tiering')
  setFlagsFromString('--wasm-lazy-compilation')
}

/** The cores of this process; the first session compiles the module. */
export const sharedCores = new CorePool(compileCore)
