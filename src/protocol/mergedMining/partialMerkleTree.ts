import { doubleSha256 } from '../../crypto/sha256.ts'
import { concatBytes, equalBytes } from '../../primitives/bytes.ts'

/*
 * The proof format before RSKIP92: the body of Bitcoin's `merkleblock` message. A depth-first walk of the
 * transaction tree, one flag bit per visited node (does the subtree hold a matched transaction?), one hash per
 * node that is not descended into.
 */

export interface PartialMerkleTree {
  readonly transactionCount: number
  readonly hashes: readonly Uint8Array[]
  readonly flags: Uint8Array
}

/** A smallest transaction has 60 bytes and a block one million. */
const maximumTransactions = Math.floor(1_000_000 / 60)

/** Undefined unless the bytes are exactly one partial tree. */
export function decodePartialMerkleTree(bytes: Uint8Array): PartialMerkleTree | undefined {
  if (bytes.length < 5) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const hashCount = readVarint(view, 4)
  if (!hashCount || hashCount.value * 32 > bytes.length) return undefined
  const flagsPrefix = hashCount.end + hashCount.value * 32
  const flagCount = readVarint(view, flagsPrefix)
  if (!flagCount || flagCount.end + flagCount.value !== bytes.length) return undefined
  const hashes = Array.from({ length: hashCount.value }, (_, index) => {
    const at = hashCount.end + 32 * index
    return bytes.subarray(at, at + 32)
  })
  return { transactionCount: view.getUint32(0, true), hashes, flags: bytes.subarray(flagCount.end) }
}

function readVarint(view: DataView, at: number): { value: number; end: number } | undefined {
  if (at >= view.byteLength) return undefined
  const first = view.getUint8(at)
  if (first < 0xfd) return { value: first, end: at + 1 }
  const size = first === 0xfd ? 2 : first === 0xfe ? 4 : 8
  const end = at + 1 + size
  if (end > view.byteLength) return undefined
  if (size === 2) return { value: view.getUint16(at + 1, true), end }
  if (size === 4) return { value: view.getUint32(at + 1, true), end }
  return { value: Number(view.getBigUint64(at + 1, true)), end }
}

/** The root and the matched leaves of a well-formed tree; undefined for any other. */
export function readPartialMerkleTree(
  tree: PartialMerkleTree,
): { root: Uint8Array; matched: readonly Uint8Array[] } | undefined {
  const { transactionCount, hashes, flags } = tree
  if (transactionCount === 0 || transactionCount > maximumTransactions) return undefined
  if (hashes.length > transactionCount || flags.length * 8 < hashes.length) return undefined
  const walk = new TreeWalk(tree)
  let height = 0
  while (walk.width(height) > 1) height++
  const root = walk.visit(height, 0)
  return root && walk.usedEverything ? { root, matched: walk.matched } : undefined
}

class TreeWalk {
  readonly matched: Uint8Array[] = []
  readonly #tree: PartialMerkleTree
  #bits = 0
  #hashes = 0

  constructor(tree: PartialMerkleTree) {
    this.#tree = tree
  }

  /** Nodes at a height above the leaves. */
  width(height: number): number {
    return Math.ceil(this.#tree.transactionCount / 2 ** height)
  }

  /** Padding bits of the last flag byte may be left, whole bytes and hashes may not. */
  get usedEverything(): boolean {
    return Math.ceil(this.#bits / 8) === this.#tree.flags.length && this.#hashes === this.#tree.hashes.length
  }

  visit(height: number, position: number): Uint8Array | undefined {
    const isParentOfMatch = this.#nextBit()
    if (isParentOfMatch === undefined) return undefined
    if (height === 0 || !isParentOfMatch) {
      const hash = this.#tree.hashes[this.#hashes++]
      if (hash && height === 0 && isParentOfMatch) this.matched.push(hash)
      return hash
    }
    const left = this.visit(height - 1, 2 * position)
    if (!left) return undefined
    if (2 * position + 1 >= this.width(height - 1)) return doubleSha256(concatBytes(left, left))
    const right = this.visit(height - 1, 2 * position + 1)
    // Equal siblings would let one root stand for two transaction lists.
    if (!right || equalBytes(left, right)) return undefined
    return doubleSha256(concatBytes(left, right))
  }

  #nextBit(): boolean | undefined {
    const byte = this.#tree.flags[this.#bits >> 3]
    if (byte === undefined) return undefined
    const bit = (byte >> (this.#bits & 7)) & 1
    this.#bits++
    return bit === 1
  }
}
