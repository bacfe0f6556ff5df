import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { packageFile } from '../../primitives/packageFile.ts'
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
  readonly #compileInThreads: (() => Promise<WebAssembly.Module>) | undefined
  #module: WebAssembly.Module | undefined

  constructor(compile: () => WebAssembly.Module, compileInThreads?: () => Promise<WebAssembly.Module>) {
    this.#compile = compile
    this.#compileInThreads = compileInThreads
  }

  /** Compiles in V8's threads, so that the first session finds the module if it starts later. */
  async compileAhead(): Promise<void> {
    const module = await this.#compileInThreads?.()
    this.#module ??= module
  }

  acquire(): Core {
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    this.#module ??= this.#compile()
    return new Core(this.#module)
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
  const binary = readBinary()
  optimiseAtOnce()
  try {
    return new WebAssembly.Module(binary)
  } finally {
    optimiseLater()
  }
}

async function compileCoreInThreads(): Promise<WebAssembly.Module> {
  const binary = readBinary()
  // Other modules that are compiled meanwhile are optimised at once too.
  optimiseAtOnce()
  try {
    return await WebAssembly.compile(binary)
  } finally {
    optimiseLater()
  }
}

const readBinary = (): Uint8Array => readFileSync(packageFile('wasm/evm.wasm'))

function optimiseAtOnce(): void {
  setFlagsFromString('--no-liftoff')
  setFlagsFromString('--no-wasm-lazy-compilation')
}

/**
 * `--no-liftoff` clears the third flag too. All flags must be as they were: V8 uses kept code (primitives/codeCache.ts)
 * only in a process with the flags of the one that kept it.
 */
function optimiseLater(): void {
  setFlagsFromString('--liftoff')
  setFlagsFromString('--wasm-dynamic-tiering')
  setFlagsFromString('--wasm-lazy-compilation')
}

/** The cores of this process; the first session compiles the module. */
export const sharedCores = new CorePool(compileCore, compileCoreInThreads)
