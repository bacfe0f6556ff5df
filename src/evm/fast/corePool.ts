import { compileWasm } from '../../crypto/loadWasm.ts'
import { Core } from './core.ts'
import { DecodingCore } from './decodingCore.ts'

/** Bytes of frame memory. The pool discards a core that used more, because linear memory never shrinks. */
const maximumKeptBytes = 128 * 2 ** 20

const maximumKept = 4

/**
 * Idle cores with their decoded code. A session that starts while another one runs (a host or a precompile that executes code itself)
 * gets another core.
 */
export class CorePool {
  readonly #idle: DecodingCore[] = []
  readonly #compile: () => WebAssembly.Module
  #module: WebAssembly.Module | undefined

  constructor(compile: () => WebAssembly.Module) {
    this.#compile = compile
  }

  acquire(): DecodingCore {
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    this.#module ??= this.#compile()
    return new DecodingCore(new Core(this.#module))
  }

  /** Takes a core back, whatever state its session left behind. */
  release(idle: DecodingCore): void {
    idle.core.reset()
    if (idle.core.arenaUsed <= maximumKeptBytes && this.#idle.length < maximumKept) this.#idle.push(idle)
  }
}

/** The cores of this process; the first session compiles the module. */
export const sharedCores = new CorePool(() => compileWasm('evm'))
