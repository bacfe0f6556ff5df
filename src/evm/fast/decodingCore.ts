import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { Code } from '../host.ts'
import { CODE_REGION, CODE_REGION_SIZE, OPCODE_TABLE } from '../layout.ts'
import type { EvmRules } from '../rules.ts'
import { CodeRegion } from './codeRegion.ts'
import type { Core } from './core.ts'
import { type DecodedCode, decodeAt, decodedSpace } from './decodedCode.ts'
import { encodeOpcodeTable } from './opcodeTable.ts'

/** Decoded code in the cache, which does not evict it while `users` is above zero. */
export interface CachedCode extends DecodedCode {
  readonly hash: Hash
  readonly rulesId: string
  users: number
  lastUse: number
}

/**
 * A core with its decoded code by code hash and rules, in a region of its memory. When the region is full, the cache
 * evicts the least recently used code without users.
 */
export class DecodingCore {
  readonly core: Core
  readonly #region = new CodeRegion(CODE_REGION, CODE_REGION_SIZE)
  /** Keyed by four bytes of the hash: a number is a cheaper key than a string of the whole hash. */
  readonly #buckets = new Map<number, CachedCode[]>()
  readonly #tables = new Map<string, Uint8Array>()
  /** Since the start of the thread. */
  decodedBytes = 0
  #rulesId = ''
  #clock = 0

  constructor(core: Core) {
    this.core = core
  }

  /** Makes the core decode by these rules from now on. */
  useRules(rules: EvmRules): void {
    if (rules.id === this.#rulesId) return
    let table = this.#tables.get(rules.id)
    if (table === undefined) {
      table = encodeOpcodeTable(rules)
      this.#tables.set(rules.id, table)
    }
    this.core.u8.set(table, OPCODE_TABLE)
    this.#rulesId = rules.id
  }

  /** The code, decoded by the core's present rules, with one more user. Undefined when all room is in use. */
  acquire(code: Code): CachedCode | undefined {
    const cached = this.#find(code.hash) ?? this.#add(code)
    if (cached === undefined) return undefined
    cached.users++
    cached.lastUse = ++this.#clock
    return cached
  }

  #find(hash: Hash): CachedCode | undefined {
    const bucket = this.#buckets.get(bucketKey(hash))
    if (bucket === undefined) return undefined
    for (const code of bucket) {
      if (code.rulesId === this.#rulesId && (code.hash === hash || equalBytes(code.hash, hash))) return code
    }
    return undefined
  }

  #add({ bytes, hash }: Code): CachedCode | undefined {
    const space = decodedSpace(bytes.length)
    const address = this.#allocate(space)
    if (address === undefined) return undefined
    const decoded = decodeAt(this.core, address, bytes)
    this.decodedBytes += bytes.length
    this.#region.release(decoded.end, address + space)
    const { code, length, jumpMap, entry, end } = decoded
    const rulesId = this.#rulesId
    const cached = { code, length, jumpMap, entry, end, hash, rulesId, users: 0, lastUse: 0 }
    const key = bucketKey(hash)
    const bucket = this.#buckets.get(key)
    if (bucket === undefined) this.#buckets.set(key, [cached])
    else bucket.push(cached)
    return cached
  }

  #allocate(space: number): number | undefined {
    if (space > CODE_REGION_SIZE) return undefined
    for (;;) {
      const address = this.#region.allocate(space)
      if (address !== undefined) return address
      if (!this.#evictOldest()) return undefined
    }
  }

  #evictOldest(): boolean {
    let oldest: CachedCode | undefined
    for (const bucket of this.#buckets.values()) {
      for (const code of bucket) {
        if (code.users === 0 && (oldest === undefined || code.lastUse < oldest.lastUse)) oldest = code
      }
    }
    if (oldest === undefined) return false
    const key = bucketKey(oldest.hash)
    const rest = this.#buckets.get(key)!.filter((code) => code !== oldest)
    if (rest.length === 0) this.#buckets.delete(key)
    else this.#buckets.set(key, rest)
    this.#region.release(oldest.code, oldest.end)
    return true
  }
}

const bucketKey = (hash: Hash): number => hash[0]! | (hash[1]! << 8) | (hash[2]! << 16) | (hash[3]! << 24)
