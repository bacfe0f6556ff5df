import { keccak256 } from '../crypto/keccak256.ts'
import type { Code } from '../evm/host.ts'
import type { Hash } from '../primitives/bytes.ts'
import { wordKey } from '../primitives/mapKeys.ts'

/** Memory of an entry beyond the code itself, roughly. */
const entryBytes = 300

/**
 * Contract code by hash, for all states of a chain: equal code is one object while the cache holds it, so what
 * the machine derives from it is derived once. Bounded by bytes; what was not used for longest goes first.
 */
export class CodeCache {
  readonly #capacityBytes: number
  readonly #codes = new Map<string, Code>()
  #bytes = 0

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes
  }

  /** The code with this hash; `load` is asked for its bytes if they are not at hand. */
  find(hash: Hash, load: () => Uint8Array): Code {
    const key = wordKey(hash)
    return this.#use(key) ?? this.#keep(key, { bytes: load(), hash })
  }

  /** The code object for these bytes, which are copied. */
  intern(bytes: Uint8Array): Code {
    const hash = keccak256(bytes)
    return this.find(hash, () => bytes.slice())
  }

  #use(key: string): Code | undefined {
    const code = this.#codes.get(key)
    if (code === undefined) return undefined
    // A Map keeps the order of insertion: what was used last stands last.
    this.#codes.delete(key)
    this.#codes.set(key, code)
    return code
  }

  #keep(key: string, code: Code): Code {
    const size = entryBytes + code.bytes.length
    if (size > this.#capacityBytes) return code
    this.#codes.set(key, code)
    this.#bytes += size
    for (const [oldest, { bytes }] of this.#codes) {
      if (this.#bytes <= this.#capacityBytes) break
      this.#codes.delete(oldest)
      this.#bytes -= entryBytes + bytes.length
    }
    return code
  }
}
