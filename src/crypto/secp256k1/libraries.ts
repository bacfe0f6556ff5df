import type { Secp256k1Backend } from './backend.ts'

export type Recover = Secp256k1Backend['recover']

export interface Loaders {
  /** Undefined on a platform without a binary. */
  readonly native: () => Secp256k1Backend | undefined
  readonly wasm: () => Promise<Secp256k1Backend>
  readonly noble: () => Secp256k1Backend
  /** Recovery with vector instructions; undefined on a platform without them. */
  readonly vectorRecover: () => Recover | undefined
  /** The processor, as `process.arch` names it. */
  readonly architecture: string
}

/**
 * Chooses the fastest libraries of the platform. The native one is best except for recovery on arm64: its arithmetic is
 * 32 bits wide there. Without it noble serves until WebAssembly is ready, and stays when that fails to load.
 */
export class Secp256k1Libraries {
  readonly #loaders: Loaders
  #backend: Secp256k1Backend | undefined
  #ready = Promise.resolve()
  #recover: Recover | undefined

  constructor(loaders: Loaders) {
    this.#loaders = loaders
  }

  /** Loaded at the first use: a thread that only recovers public keys on arm64 needs none. */
  get backend(): Secp256k1Backend {
    if (this.#backend !== undefined) return this.#backend
    const native = this.#loaders.native()
    this.#backend = native ?? this.#loaders.noble()
    if (native === undefined) this.#ready = this.#useWasm()
    return this.#backend
  }

  /** Settled when no better library is loading any more. */
  get ready(): Promise<void> {
    void this.backend
    return this.#ready
  }

  /** The public key that made a signature; undefined when no key can have made it. */
  get recover(): Recover {
    this.#recover ??= this.#vectorRecover() ?? ((...args) => this.backend.recover(...args))
    return this.#recover
  }

  #vectorRecover(): Recover | undefined {
    const { architecture, vectorRecover } = this.#loaders
    return architecture !== 'arm64' && this.backend.name === 'native' ? undefined : vectorRecover()
  }

  async #useWasm(): Promise<void> {
    try {
      this.#backend = await this.#loaders.wasm()
    } catch {
      // Noble stays in use.
    }
  }
}
