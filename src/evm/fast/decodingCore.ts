import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { FastEngineUnable } from '../halt.ts'
import type { Code } from '../host.ts'
import { CODE_REGION, CODE_REGION_SIZE, OPCODE_TABLE } from '../layout.ts'
import type { EvmRules } from '../rules.ts'
import { CodeRegion, type MemorySpan } from './codeRegion.ts'
import type { Core } from './core.ts'
import { addChunk, type DecodedCode, furtherChunk, prepareAt, preparedSpace } from './decodedCode.ts'
import { encodeOpcodeTable } from './opcodeTable.ts'

/** Code in the region, which is not evicted while `users` is above zero. */
export interface CachedCode extends DecodedCode {
  /** Undefined for init code, which is released after its only use. */
  readonly hash: Hash | undefined
  readonly rulesId: string
  /** What it occupies: the prepared code and further chunks. */
  readonly pieces: MemorySpan[]
  users: number
  lastUse: number
}

/** How many codes are compared to find one that was not used for long. */
const evictionCandidates = 16

/**
 * A core with its code by code hash and rules, decoded as far as it ran, in a region of its memory. When the region is
 * full, code without users is evicted that was not used for long.
 */
export class DecodingCore {
  readonly core: Core
  readonly #region = new CodeRegion(CODE_REGION, CODE_REGION_SIZE)
  /** Keyed by four bytes of the hash: a number is a cheaper key than a string of the whole hash. */
  readonly #buckets = new Map<number, CachedCode[]>()
  /** All cached codes in turn of eviction, and the place of the next candidate. */
  readonly #ring: CachedCode[] = []
  #hand = 0
  readonly #tables = new Map<string, Uint8Array>()
  /** Since the start of the thread. */
  scannedBytes = 0
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

  /** The code by the core's present rules, with one more user. */
  acquire(code: Code): CachedCode {
    const cached = this.#find(code.hash) ?? this.#add(code)
    cached.users++
    cached.lastUse = ++this.#clock
    return cached
  }

  /** Init code, which has one user and is not kept after it. */
  acquireOnce(bytes: Uint8Array): CachedCode {
    const code = this.#prepare(bytes, undefined)
    code.users++
    return code
  }

  release(code: CachedCode): void {
    code.users--
    if (code.hash === undefined) this.#free(code)
  }

  /** Gives code whose chunk is full another one. */
  extend(code: CachedCode): void {
    const start = this.#allocate(furtherChunk)
    code.pieces.push({ start, end: start + furtherChunk })
    addChunk(this.core, code, start)
  }

  #find(hash: Hash): CachedCode | undefined {
    const bucket = this.#buckets.get(bucketKey(hash))
    if (bucket === undefined) return undefined
    for (const code of bucket) {
      if (code.rulesId === this.#rulesId && (code.hash === hash || equalBytes(code.hash!, hash))) return code
    }
    return undefined
  }

  #add({ bytes, hash }: Code): CachedCode {
    const code = this.#prepare(bytes, hash)
    this.#ring.push(code)
    const key = bucketKey(hash)
    const bucket = this.#buckets.get(key)
    if (bucket === undefined) this.#buckets.set(key, [code])
    else bucket.push(code)
    return code
  }

  #prepare(bytes: Uint8Array, hash: Hash | undefined): CachedCode {
    const space = preparedSpace(bytes.length)
    const start = this.#allocate(space)
    const { code, length, jumpMap, entry } = prepareAt(this.core, start, bytes)
    this.scannedBytes += length
    const pieces = [{ start, end: start + space }]
    return { code, length, jumpMap, entry, hash, rulesId: this.#rulesId, pieces, users: 0, lastUse: 0 }
  }

  #allocate(space: number): number {
    for (;;) {
      const address = this.#region.allocate(space)
      if (address !== undefined) return address
      if (space > CODE_REGION_SIZE || !this.#evict())
        throw new FastEngineUnable('the memory for code is full')
    }
  }

  #free({ pieces }: CachedCode): void {
    for (const { start, end } of pieces) this.#region.release(start, end)
  }

  /** Evicts the least recently used of the next codes of the ring without users. */
  #evict(): boolean {
    const ring = this.#ring
    let oldest = -1
    let candidates = 0
    for (let looked = 0; looked < ring.length && candidates < evictionCandidates; looked++) {
      this.#hand = (this.#hand + 1) % ring.length
      const code = ring[this.#hand]!
      if (code.users > 0) continue
      candidates++
      if (oldest < 0 || code.lastUse < ring[oldest]!.lastUse) oldest = this.#hand
    }
    if (oldest < 0) return false
    const code = ring[oldest]!
    ring[oldest] = ring[ring.length - 1]!
    ring.pop()
    this.#forget(code)
    this.#free(code)
    return true
  }

  #forget(code: CachedCode): void {
    const key = bucketKey(code.hash!)
    const rest = this.#buckets.get(key)!.filter((other) => other !== code)
    if (rest.length === 0) this.#buckets.delete(key)
    else this.#buckets.set(key, rest)
  }
}

const bucketKey = (hash: Hash): number => hash[0]! | (hash[1]! << 8) | (hash[2]! << 16) | (hash[3]! << 24)
