import type { Secp256k1Backend } from './backend.ts'

export type Recover = Secp256k1Backend['recover']

export interface Loaders {
  /** Undefined on a platform without a binary. */
  readonly native: () => Secp256k1Backend | undefined
  readonly noble: () => Secp256k1Backend
  /** Recovery with vector instructions; undefined on a platform without them. */
  readonly vectorRecover: () => Recover | undefined
  /** The processor, as `process.arch` names it. */
  readonly architecture: string
}

/**
 * Chooses the fastest libraries of the platform. The native one is fastest, except for recovery on arm64, where its
 * arithmetic is 32 bits wide. Without the native library, our own module recovers and noble does the rest.
 */
export class Secp256k1Libraries {
  readonly #loaders: Loaders
  #backend: Secp256k1Backend | undefined
  #recover: Recover | undefined

  constructor(loaders: Loaders) {
    this.#loaders = loaders
  }

  /** Loaded at first use, because a thread that only recovers public keys on arm64 needs none. */
  get backend(): Secp256k1Backend {
    this.#backend ??= this.#loaders.native() ?? this.#loaders.noble()
    return this.#backend
  }

  /** The public key of the signer; undefined when no key can have made the signature. */
  get recover(): Recover {
    this.#recover ??= this.#vectorRecover() ?? ((...args) => this.backend.recover(...args))
    return this.#recover
  }

  #vectorRecover(): Recover | undefined {
    const { architecture, vectorRecover } = this.#loaders
    return architecture !== 'arm64' && this.backend.name === 'native' ? undefined : vectorRecover()
  }
}
