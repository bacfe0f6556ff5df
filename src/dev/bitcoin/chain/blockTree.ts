import { reversedBytes } from '../../../primitives/bytes.ts'
import { toHexDigits } from '../../../primitives/hex.ts'
import { type RegtestBlock, readChainBlock } from './chainBlock.ts'
import { genesisBlock } from './regtest.ts'

/** The blocks of all branches in order of arrival, parents before their children. */
export class BlockTree {
  readonly genesis = readChainBlock(genesisBlock, undefined, 0)
  readonly #blocks: RegtestBlock[] = [this.genesis]
  readonly #byKey = new Map([[this.genesis.key, this.genesis]])
  /** Blocks that a client marked invalid; their descendants are invalid, too. */
  #invalid = new Set<string>()

  get size(): number {
    return this.#blocks.length
  }

  get(key: string): RegtestBlock | undefined {
    return this.#byKey.get(key)
  }

  from(serial: number): readonly RegtestBlock[] {
    return this.#blocks.slice(serial)
  }

  add(block: RegtestBlock): void {
    this.#blocks.push(block)
    this.#byKey.set(block.key, block)
  }

  addStored(bytes: Uint8Array): void {
    const parentKey = toHexDigits(reversedBytes(bytes.subarray(4, 36)))
    const parent = this.#byKey.get(parentKey)
    if (!parent) throw new RangeError(`a stored block names the parent ${parentKey}, which is not stored`)
    this.add(readChainBlock(bytes, parent, this.#blocks.length))
  }

  /** Removes the blocks from a serial on. */
  truncate(size: number): void {
    for (const { key } of this.#blocks.splice(size)) this.#byKey.delete(key)
  }

  invalidate({ key }: RegtestBlock): void {
    this.#invalid.add(key)
  }

  invalidKeys(): readonly string[] {
    return [...this.#invalid]
  }

  setInvalid(keys: readonly string[]): void {
    this.#invalid = new Set(keys)
  }

  /** The valid block with most work; in a tie the current tip, else the oldest. */
  best(tip: RegtestBlock): RegtestBlock {
    const invalid = this.#invalidBlocks()
    let best = invalid.has(tip) ? this.genesis : tip
    for (const block of this.#blocks) if (block.work > best.work && !invalid.has(block)) best = block
    return best
  }

  #invalidBlocks(): ReadonlySet<RegtestBlock> {
    const invalid = new Set<RegtestBlock>()
    for (const block of this.#blocks) {
      if (this.#invalid.has(block.key) || (block.parent && invalid.has(block.parent))) invalid.add(block)
    }
    return invalid
  }
}
