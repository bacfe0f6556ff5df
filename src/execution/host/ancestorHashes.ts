import type { ChainReader, ExecutingBlock } from '../../native/nativeContext.ts'
import type { Hash } from '../../primitives/bytes.ts'

/** BLOCKHASH answers for this many ancestors. */
const visibleAncestors = 256

/**
 * The hashes that BLOCKHASH answers in one block. Each answer is kept: BLOCKHASH costs little gas, while the chain may
 * have to read a block for it.
 */
export class AncestorHashes {
  readonly #block: ExecutingBlock
  readonly #chain: ChainReader
  readonly #hashes = new Map<number, Hash | undefined>()

  constructor(block: ExecutingBlock, chain: ChainReader) {
    this.#block = block
    this.#chain = chain
  }

  hash(number: number): Hash | undefined {
    const { number: current, parentHash } = this.#block
    const distance = current - number
    if (number < 0 || distance < 1 || distance > visibleAncestors) return undefined
    if (distance === 1) return parentHash
    if (!this.#hashes.has(number)) {
      this.#hashes.set(number, this.#chain.ancestor(parentHash, number)?.header.hash)
    }
    return this.#hashes.get(number)
  }
}
