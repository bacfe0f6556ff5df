import { finalizedNumber } from '../../chain/selector.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { type BlockHeader, winsTie } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { forkDetectionRejection } from '../../protocol/validation/headerRules.ts'
import { parentRejection } from '../../protocol/validation/parentRules.ts'
import { type Rejection, reject } from '../../protocol/validation/ruleRejection.ts'
import { LightError } from '../lightError.ts'
import type { HeadChange, LinkedHeader } from '../lightHeaders.ts'
import type { HeaderRecords } from './headerRecords.ts'

/** Newest headers of the best chain that stay decoded; the fork-detection rule needs 449. */
const recentHeaders = 1_024
/** Decoded older headers that are kept for their next reader. */
const cachedHeaders = 1_024
/** Headers of other branches; those that were added or used longest ago are dropped first. */
const maximumOthers = 10_000
/** The oldest ancestor that the fork-detection data of a header names. */
const forkDetectionDepth = 449

export interface HeaderTreeParts {
  readonly network: Network
  readonly records: HeaderRecords
  readonly anchor: Hash
  /** Headers of the best chain that are kept; all if undefined. */
  readonly maximumKept?: number | undefined
  /** Of every header, where not all headers from the anchor on are linked. */
  readonly minimumDifficulty?: bigint | undefined
}

/** Linked headers: the best chain in the store, its newest ones and other branches in memory. */
export class HeaderTree {
  readonly #parts: HeaderTreeParts
  /** The newest headers of the best chain by number. */
  readonly #recent = new Map<number, LinkedHeader>()
  readonly #older = new BoundedMap<number, LinkedHeader>(cachedHeaders)
  /** Headers outside the best chain by hash. */
  readonly #others = new BoundedMap<string, LinkedHeader>(maximumOthers)
  #head: LinkedHeader
  #best: LinkedHeader
  #first: number
  #final: number

  /** `base` is the first header of an empty store. */
  constructor(parts: HeaderTreeParts, base: LinkedHeader | undefined) {
    this.#parts = parts
    const { records, anchor } = parts
    if (base !== undefined) {
      const { number } = base.header
      records.replace([], [base], { anchor, first: number, head: number })
    }
    const { first, head } = records.range ?? { first: 0, head: 0 }
    this.#first = first
    for (let number = Math.max(first, head - recentHeaders + 1); number <= head; number++) {
      this.#recent.set(number, this.#stored(number))
    }
    this.#head = this.#stored(head)
    this.#best = this.#head
    this.#final = this.#finalOf(head)
  }

  get head(): LinkedHeader {
    return this.#head
  }

  get firstNumber(): number {
    return this.#first
  }

  at(number: number): LinkedHeader | undefined {
    if (number < this.#first || number > this.#head.header.number) return undefined
    const known = this.#recent.get(number) ?? this.#older.use(number)
    if (known !== undefined) return known
    const stored = this.#parts.records.at(number)
    if (stored !== undefined) this.#older.set(number, stored)
    return stored
  }

  byHash(hash: Hash): LinkedHeader | undefined {
    const number = this.#parts.records.numberOf(hash)
    return number === undefined ? this.#others.get(wordKey(hash)) : this.at(number)
  }

  isCanonical({ number, hash }: BlockHeader): boolean {
    const there = this.at(number)
    return there !== undefined && equalBytes(there.header.hash, hash)
  }

  /**
   * Adds a header whose own rules were checked. Returns why its parent refuses it, `unlinked` when the parent is not known,
   * and undefined when it was added. The head changes with `settle`.
   */
  add(header: BlockHeader): Rejection | 'unlinked' | undefined {
    if (this.byHash(header.hash) !== undefined) return undefined
    const parent = this.byHash(header.parentHash)
    if (parent === undefined) return 'unlinked'
    const rejection = this.#rejection(header, parent.header)
    if (rejection !== undefined) return rejection
    const linked = { header, totalDifficulty: parent.totalDifficulty + header.difficulty }
    this.#others.set(wordKey(header.hash), linked)
    if (isBetter(linked, this.#best)) this.#best = linked
    return undefined
  }

  /** Makes the best header that was added the head. Throws a `LightError` if that undoes final headers. */
  settle(): HeadChange | undefined {
    const best = this.#best
    if (best === this.#head) return undefined
    const added = this.#branchTo(best)
    const ancestor = (added?.[0]?.header.number ?? 0) - 1
    if (added === undefined || ancestor < this.#final) this.#best = this.#head
    if (added === undefined) return undefined
    if (ancestor < this.#final) throw undoesFinal(this.#head.header, best.header, this.#final)
    const removed: LinkedHeader[] = []
    for (let number = this.#head.header.number; number > ancestor; number--)
      removed.push(this.#expect(number))
    this.#write(removed, added)
    return { removed: removed.map(({ header }) => header), added: added.map(({ header }) => header) }
  }

  /** The header of the best chain above which the work of another chain is compared. */
  get floor(): LinkedHeader {
    return this.#expect(Math.max(this.#final, this.#first))
  }

  #rejection(header: BlockHeader, parent: BlockHeader): Rejection | undefined {
    const { network, minimumDifficulty = 0n } = this.#parts
    if (header.difficulty < minimumDifficulty)
      return reject('difficulty', `${header.difficulty} is less than half of the checkpoint's`)
    const rejection = parentRejection(header, parent, network)
    if (rejection !== undefined || header.number - forkDetectionDepth < this.#first) return rejection
    // Without its ancestors, which were dropped, the branch cannot become the best one.
    if (this.#branchTo({ header: parent, totalDifficulty: 0n }) === undefined) return undefined
    return forkDetectionRejection(header, parent, network, (number) => this.#ancestor(parent, number))
  }

  #ancestor(descendant: BlockHeader, number: number): BlockHeader {
    let at = descendant
    while (at.number > number) {
      if (this.isCanonical(at)) return this.#expect(number).header
      at = this.byHash(at.parentHash)!.header
    }
    return at
  }

  /** The headers from the best chain to one of another branch, from the lowest; undefined when one was dropped. */
  #branchTo(target: LinkedHeader): LinkedHeader[] | undefined {
    const branch: LinkedHeader[] = []
    for (let at: LinkedHeader | undefined = target; ; at = this.byHash(at.header.parentHash)) {
      if (at === undefined) return undefined
      if (this.isCanonical(at.header)) return branch.reverse()
      branch.push(at)
    }
  }

  #write(removed: readonly LinkedHeader[], added: readonly LinkedHeader[]): void {
    const { records, anchor, maximumKept = Number.POSITIVE_INFINITY } = this.#parts
    const head = added.at(-1)!
    const { number } = head.header
    const first = Math.max(this.#first, number - maximumKept + 1)
    records.replace(removed, added, { anchor, first, head: number })
    for (const linked of removed) {
      this.#recent.delete(linked.header.number)
      this.#older.delete(linked.header.number)
      this.#others.set(wordKey(linked.header.hash), linked)
    }
    for (const linked of added) {
      this.#others.delete(wordKey(linked.header.hash))
      this.#recent.set(linked.header.number, linked)
    }
    for (const old of this.#recent.keys())
      if (old <= number - recentHeaders || old < first) this.#recent.delete(old)
    this.#head = head
    this.#first = first
    this.#final = Math.max(this.#final, this.#finalOf(number))
    for (const [key, { header }] of this.#others) if (header.number <= this.#final) this.#others.delete(key)
  }

  #finalOf(head: number): number {
    return Math.max(this.#first, finalizedNumber(head, this.#parts.network))
  }

  #expect(number: number): LinkedHeader {
    const linked = this.at(number)
    if (linked === undefined) throw new DamagedData(`header ${number}`)
    return linked
  }

  #stored(number: number): LinkedHeader {
    const linked = this.#recent.get(number) ?? this.#parts.records.at(number)
    if (linked === undefined) throw new DamagedData(`header ${number}`)
    return linked
  }
}

function isBetter(candidate: LinkedHeader, best: LinkedHeader): boolean {
  if (candidate.totalDifficulty !== best.totalDifficulty)
    return candidate.totalDifficulty > best.totalDifficulty
  return winsTie(candidate.header, best.header)
}

export const undoesFinal = (head: BlockHeader, other: BlockHeader, final: number): LightError =>
  new LightError(
    'undoes-final',
    `a heavier chain with block ${other.number} (${toHex(other.hash)}) would undo block ${final}, which is final below the head ${head.number} (${toHex(head.hash)}); compare both with sources that you trust, then start again with the checkpoint of the right one`,
  )
