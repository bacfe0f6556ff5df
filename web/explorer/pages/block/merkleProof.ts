import { concatBytes } from '@noble/hashes/utils.js'
import { doubleSha256 } from './doubleSha256.ts'

const hashBytes = 32
/** A Bitcoin block cannot hold more transactions. */
const maximumTransactions = 1_000_000

/**
 * The merkle root to which a proof leads from the coinbase; undefined when it does not begin with the coinbase. The
 * proof is a list of siblings (RSKIP92), or in older blocks a partial merkle tree, whose length is never a multiple of 32.
 */
export function provenRoot(coinbaseId: Uint8Array, proof: Uint8Array): Uint8Array | undefined {
  if (proof.length % hashBytes === 0) return foldedRoot(coinbaseId, proof)
  try {
    return new PartialMerkleTree(proof).rootWith(coinbaseId)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The siblings stand from the leaf up, each in printed order; the coinbase is always at the left. */
function foldedRoot(leaf: Uint8Array, proof: Uint8Array): Uint8Array {
  let node = leaf
  for (let at = 0; at < proof.length; at += hashBytes) {
    node = doubleSha256(concatBytes(node, proof.slice(at, at + hashBytes).reverse()))
  }
  return node
}

/** The form of `merkleblock`: number of transactions, hashes, and one flag for each node that was visited. */
class PartialMerkleTree {
  readonly #bytes: Uint8Array
  readonly #transactions: number
  readonly #hashesAt: number
  readonly #flagsAt: number
  #usedHashes = 0
  #usedFlags = 0
  #hasLeaf = false

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#bytes = bytes
    this.#transactions = view.getUint32(0, true)
    if (this.#transactions === 0 || this.#transactions > maximumTransactions)
      throw new RangeError('transactions')
    this.#hashesAt = 5
    // One byte holds the number of hashes: a proof of one leaf has at most 30.
    this.#flagsAt = this.#hashesAt + view.getUint8(4) * hashBytes + 1
  }

  rootWith(leaf: Uint8Array): Uint8Array | undefined {
    const root = this.#node(Math.ceil(Math.log2(this.#transactions)), 0, leaf)
    return this.#hasLeaf ? root : undefined
  }

  #node(height: number, position: number, leaf: Uint8Array): Uint8Array {
    const isOnPath = this.#flag()
    if (height === 0 || !isOnPath) {
      const hash = this.#hash()
      if (isOnPath && hash.every((byte, at) => byte === leaf[at])) this.#hasLeaf = true
      return hash
    }
    const left = this.#node(height - 1, position * 2, leaf)
    const width = Math.ceil(this.#transactions / 2 ** (height - 1))
    const right = position * 2 + 1 < width ? this.#node(height - 1, position * 2 + 1, leaf) : left
    return doubleSha256(concatBytes(left, right))
  }

  #flag(): boolean {
    const byte = this.#bytes[this.#flagsAt + (this.#usedFlags >> 3)]
    if (byte === undefined) throw new RangeError('flags')
    return ((byte >> (this.#usedFlags++ & 7)) & 1) === 1
  }

  #hash(): Uint8Array {
    const at = this.#hashesAt + this.#usedHashes++ * hashBytes
    if (at + hashBytes >= this.#flagsAt) throw new RangeError('hashes')
    return this.#bytes.slice(at, at + hashBytes)
  }
}
