import { decodeTransaction, transactionIdOf } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { UnconfirmedPegout } from '../cells/pegouts.ts'

/*
 * Until RSKIP559 the next confirmed peg-out is the first in the iteration order of Java's HashSet, so that order is
 * consensus. A set is a table of buckets; an entry's hash selects its bucket, and buckets keep the order of insertion.
 * Java turns a bucket of eight entries into a tree; buckets of peg-outs have always been much smaller.
 */

const minimumTableSize = 16
const loadFactor = 0.75

interface HashedPegout {
  readonly pegout: UnconfirmedPegout
  readonly hash: number
}

class JavaSet {
  #buckets: HashedPegout[][]
  #size = 0

  private constructor(capacity: number) {
    this.#buckets = emptyTable(capacity)
  }

  /** Java constructs a set from entries with a table that is large enough for all of them. */
  static of(entries: readonly HashedPegout[]): JavaSet {
    const wanted = Math.max(Math.floor(Math.fround(entries.length / loadFactor)) + 1, minimumTableSize)
    return new JavaSet(2 ** Math.ceil(Math.log2(wanted))).addAll(entries)
  }

  static growing(entries: readonly HashedPegout[]): JavaSet {
    return new JavaSet(minimumTableSize).addAll(entries)
  }

  addAll(entries: readonly HashedPegout[]): this {
    for (const entry of entries) {
      this.#bucketOf(entry).push(entry)
      if (++this.#size > loadFactor * this.#buckets.length) this.#grow()
    }
    return this
  }

  entries(): HashedPegout[] {
    return this.#buckets.flat()
  }

  #bucketOf({ hash }: HashedPegout): HashedPegout[] {
    return this.#buckets[(hash ^ (hash >>> 16)) & (this.#buckets.length - 1)]!
  }

  #grow(): void {
    const entries = this.entries()
    this.#buckets = emptyTable(2 * this.#buckets.length)
    for (const entry of entries) this.#bucketOf(entry).push(entry)
  }
}

const emptyTable = (capacity: number): HashedPegout[][] => Array.from({ length: capacity }, () => [])

/** Made of the last bytes of the transaction id and of the block number. */
export function javaHash({ transaction, blockNumber }: UnconfirmedPegout): number {
  const id = transactionIdOf(decodeTransaction(transaction))
  const idHash = new DataView(id.buffer, id.byteOffset).getInt32(28)
  const numberHash = (blockNumber ^ Math.floor(blockNumber / 2 ** 32)) | 0
  return (Math.imul(31, 31 + idHash) + numberHash) | 0
}

/**
 * The order in which the reference node iterates over peg-outs: `loaded` were stored before the call, `added` are
 * new in it. Entries pass through several sets, each of which may change their order.
 */
export function inJavaSetOrder(
  loaded: readonly UnconfirmedPegout[],
  added: readonly UnconfirmedPegout[],
): UnconfirmedPegout[] {
  const hashed = loaded.map(withHash)
  const legacy = fromCell(hashed.filter(({ pegout }) => !pegout.transactionHash))
  const current = fromCell(hashed.filter(({ pegout }) => pegout.transactionHash))
  const joined = JavaSet.of(legacy).addAll(current)
  const all = JavaSet.of(joined.entries()).addAll(added.map(withHash))
  return all.entries().map(({ pegout }) => pegout)
}

const withHash = (pegout: UnconfirmedPegout): HashedPegout => ({ pegout, hash: javaHash(pegout) })

const fromCell = (entries: readonly HashedPegout[]): HashedPegout[] =>
  JavaSet.of(JavaSet.growing(entries).entries()).entries()
