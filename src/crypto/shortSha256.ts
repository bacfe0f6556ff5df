import { asHash, type Hash } from '../primitives/bytes.ts'
import { loadWasm } from './loadWasm.ts'

type Sha256Module = {
  readonly memory: WebAssembly.Memory
  readonly INPUT: WebAssembly.Global
  readonly CAPACITY: WebAssembly.Global
  readonly OUTPUT: WebAssembly.Global
  readonly TARGET: WebAssembly.Global
  readonly hash: (length: number) => void
  readonly hashTwice: (length: number) => void
  readonly findNonce: (attempts: number) => number
}

const hashLength = 32

/** SHA-256 of up to `capacity` bytes in WebAssembly: assembly/sha256.ts. */
class ShortSha256 {
  readonly capacity: number
  readonly #module: Sha256Module
  readonly #input: Uint8Array
  readonly #output: Uint8Array
  readonly #target: DataView
  /** The target in the module's memory. It is rarely rewritten, because most blocks of a chain have the same target. */
  #latestTarget: bigint | undefined

  constructor() {
    this.#module = loadWasm<Sha256Module>('sha256')
    const { memory, INPUT, CAPACITY, OUTPUT, TARGET } = this.#module
    this.capacity = CAPACITY.value
    this.#input = new Uint8Array(memory.buffer, INPUT.value, this.capacity)
    this.#output = new Uint8Array(memory.buffer, OUTPUT.value, hashLength)
    this.#target = new DataView(memory.buffer, TARGET.value, hashLength)
  }

  hash(bytes: Uint8Array): Hash {
    this.#input.set(bytes)
    this.#module.hash(bytes.length)
    return this.#result()
  }

  hashTwice(bytes: Uint8Array): Hash {
    this.#input.set(bytes)
    this.#module.hashTwice(bytes.length)
    return this.#result()
  }

  /**
   * The lowest nonce below `attempts` (at most 2^31 - 1) with which the hash of an 80-byte Bitcoin header does not
   * exceed the target; undefined if every nonce exceeds it.
   */
  findNonce(header: Uint8Array, target: bigint, attempts: number): number | undefined {
    this.#input.set(header)
    if (target !== this.#latestTarget) {
      for (let word = 0; word < 4; word++) {
        this.#target.setBigUint64(8 * word, target >> BigInt(64 * word), true)
      }
      this.#latestTarget = target
    }
    const nonce = this.#module.findNonce(attempts)
    return nonce < 0 ? undefined : nonce
  }

  #result(): Hash {
    const result = new Uint8Array(hashLength)
    result.set(this.#output)
    return asHash(result)
  }
}

let loaded: ShortSha256 | undefined

/** The instance of this thread, loaded at first use. */
export function shortSha256(): ShortSha256 {
  loaded ??= new ShortSha256()
  return loaded
}
