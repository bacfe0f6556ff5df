import { keccak256 } from '../crypto/keccak256.ts'
import type { Code } from '../evm/host.ts'
import { BoundedMap } from '../primitives/bounds/boundedMap.ts'
import type { Hash } from '../primitives/bytes.ts'
import { wordKey } from '../primitives/mapKeys.ts'

/** Approximate memory of an entry besides the code itself. */
const entryBytes = 300

/**
 * Contract code by hash, for all states of a chain. Equal code is one object while the cache holds it, so what the
 * EVM derives from it is derived once. Bounded by bytes.
 */
export class CodeCache {
  readonly #codes: BoundedMap<string, Code>

  constructor(capacityBytes: number) {
    this.#codes = new BoundedMap(capacityBytes, ({ bytes }) => entryBytes + bytes.length)
  }

  /** The code with this hash; `load` gives its bytes when the cache does not hold them. */
  find(hash: Hash, load: () => Uint8Array): Code {
    const key = wordKey(hash)
    const held = this.#codes.use(key)
    if (held !== undefined) return held
    const code = { bytes: load(), hash }
    this.#codes.set(key, code)
    return code
  }

  /** The code object for these bytes, which are copied. */
  intern(bytes: Uint8Array): Code {
    return this.find(keccak256(bytes), () => bytes.slice())
  }
}
