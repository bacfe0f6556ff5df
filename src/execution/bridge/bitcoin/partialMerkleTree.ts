import { equalBytes, reversedBytes } from '../../../primitives/bytes.ts'
import { DecodeError } from '../../../primitives/errors.ts'
import { ArgumentError } from '../argumentError.ts'
import { ByteCursor } from './byteCursor.ts'
import { parentNode } from './merkle.ts'

/** What the proof of BIP-37 says about a block: its merkle root and some of its transactions. */
export interface ProvedTransactions {
  readonly root: Uint8Array
  readonly transactionIds: readonly Uint8Array[]
}

const hashLength = 32
/** Transactions of 60 bytes in a block of a million. */
const maximumTransactions = 16_666

const failure = (problem: string): DecodeError => new DecodeError('partial merkle tree', problem)

/** Reads and checks a proof; throws `ArgumentError` for a wrong size, `DecodeError` for a wrong proof. */
export function readPartialMerkleTree(bytes: Uint8Array): ProvedTransactions {
  const { count, hashes, flags } = readLayout(bytes)
  if (count === 0 || count > maximumTransactions) throw failure(`is of a block with ${count} transactions`)
  if (hashes.length / hashLength > count || flags.length * 8 * hashLength < hashes.length) {
    throw failure('has too many hashes')
  }
  return new Traversal(count, hashes, flags).run()
}

interface Layout {
  /** Transactions of the block. */
  readonly count: number
  readonly hashes: Uint8Array
  readonly flags: Uint8Array
}

/** The parts must fill the bytes exactly. */
function readLayout(bytes: Uint8Array): Layout {
  try {
    const cursor = new ByteCursor(bytes)
    const count = cursor.uint32()
    const hashes = cursor.bytes(cursor.count() * hashLength)
    const flags = cursor.lengthAndBytes()
    if (cursor.position === bytes.length) return { count, hashes, flags }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
  }
  throw new ArgumentError('a partial merkle tree has another size than it announces')
}

/** Walks the tree depth first; flags say which nodes lead to a proved transaction, the others are given. */
class Traversal {
  readonly #count: number
  readonly #hashes: Uint8Array
  readonly #flags: Uint8Array
  readonly #transactionIds: Uint8Array[] = []
  #hashesUsed = 0
  #flagsUsed = 0

  constructor(count: number, hashes: Uint8Array, flags: Uint8Array) {
    this.#count = count
    this.#hashes = hashes
    this.#flags = flags
  }

  run(): ProvedTransactions {
    let height = 0
    while (this.#width(height) > 1) height++
    const root = this.#node(height, 0)
    if (Math.ceil(this.#flagsUsed / 8) !== this.#flags.length) throw failure('has flags left over')
    if (this.#hashesUsed !== this.#hashes.length) throw failure('has hashes left over')
    return { root, transactionIds: this.#transactionIds }
  }

  #width(height: number): number {
    return (this.#count + (1 << height) - 1) >> height
  }

  #node(height: number, position: number): Uint8Array {
    const leadsToTransaction = this.#nextFlag()
    if (height === 0 || !leadsToTransaction) {
      const hash = this.#nextHash()
      if (leadsToTransaction) this.#transactionIds.push(hash)
      return hash
    }
    const left = this.#node(height - 1, 2 * position)
    const hasRight = 2 * position + 1 < this.#width(height - 1)
    if (!hasRight) return parentNode(left, left)
    const right = this.#node(height - 1, 2 * position + 1)
    if (equalBytes(left, right)) throw failure('has two equal nodes')
    return parentNode(left, right)
  }

  #nextFlag(): boolean {
    const byte = this.#flags[this.#flagsUsed >> 3]
    if (byte === undefined) throw failure('has too few flags')
    return ((byte >> (this.#flagsUsed++ & 7)) & 1) === 1
  }

  #nextHash(): Uint8Array {
    const start = this.#hashesUsed
    if (start === this.#hashes.length) throw failure('has too few hashes')
    this.#hashesUsed += hashLength
    return reversedBytes(this.#hashes.subarray(start, this.#hashesUsed))
  }
}
