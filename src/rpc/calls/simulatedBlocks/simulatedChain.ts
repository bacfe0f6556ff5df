import type { ChainReader } from '../../../native/nativeContext.ts'
import { equalBytes, type Hash } from '../../../primitives/bytes.ts'
import type { Block } from '../../../protocol/block.ts'

/** A chain that continues with simulated blocks, for the hashes of ancestors and for native contracts. */
export class ContinuedChain implements ChainReader {
  readonly #chain: ChainReader
  /** The block that the simulation continues. */
  readonly #base: Hash
  readonly #blocks: Block[] = []

  constructor(chain: ChainReader, base: Hash) {
    this.#chain = chain
    this.#base = base
  }

  add(block: Block): void {
    this.#blocks.push(block)
  }

  block(hash: Hash): Block | undefined {
    return this.#blocks.find(({ header }) => equalBytes(header.hash, hash)) ?? this.#chain.block(hash)
  }

  totalDifficulty(hash: Hash): bigint | undefined {
    return this.#chain.totalDifficulty(hash)
  }

  ancestor(descendant: Hash, number: number): Block | undefined {
    const isSimulated = this.#blocks.some(({ header }) => equalBytes(header.hash, descendant))
    if (!isSimulated) return this.#chain.ancestor(descendant, number)
    return (
      this.#blocks.find(({ header }) => header.number === number) ?? this.#chain.ancestor(this.#base, number)
    )
  }
}
