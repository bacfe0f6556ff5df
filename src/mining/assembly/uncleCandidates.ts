import type { ChainReader } from '../../native/nativeContext.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import { maximumUncles, uncleGenerations } from '../../protocol/validation/uncleRules.ts'

/** A race of a few generations leaves fewer blocks; older candidates are dropped. */
const capacity = 256

/** Recent blocks that were off the best chain at some time, which new blocks may include as uncles. */
export class UncleCandidates {
  readonly #headers = new BoundedMap<string, BlockHeader>(capacity)

  /** Adds a valid block that was not the best on arrival, or no longer is. */
  add(header: BlockHeader): void {
    this.#headers.set(wordKey(header.hash), header)
  }

  clear(): void {
    this.#headers.clear()
  }

  /** The uncles of a block on `parent`, the oldest first, because they expire first. */
  choose(parent: Block, chain: Pick<ChainReader, 'block'>): BlockHeader[] {
    if (this.#headers.size === 0) return []
    this.#forgetBefore(parent.header.number + 1 - uncleGenerations)
    const { ancestors, used } = recentFamily(parent, chain)
    const fitting = [...this.#headers.values()].filter((header) => {
      const key = wordKey(header.hash)
      const uncleParent = ancestors.get(wordKey(header.parentHash))
      const isUnused = !ancestors.has(key) && !used.has(key) && header.number <= parent.header.number
      return isUnused && uncleParent !== undefined && header.timestamp > uncleParent.timestamp
    })
    return fitting.sort((a, b) => a.number - b.number).slice(0, maximumUncles)
  }

  /** Drops candidates whose parent is too old to be an uncle's parent. */
  #forgetBefore(oldestParent: number): void {
    for (const [key, { number }] of this.#headers) {
      if (number - 1 < oldestParent) this.#headers.delete(key)
    }
  }
}

interface Family {
  readonly ancestors: ReadonlyMap<string, BlockHeader>
  /** Keys of the uncles that the ancestors include. */
  readonly used: ReadonlySet<string>
}

/** The last generations up to the parent itself; children of the oldest may still be uncles. */
function recentFamily(parent: Block, chain: Pick<ChainReader, 'block'>): Family {
  const ancestors = new Map<string, BlockHeader>()
  const used = new Set<string>()
  const oldest = parent.header.number + 1 - uncleGenerations
  let block: Block | undefined = parent
  while (block && block.header.number >= oldest) {
    ancestors.set(wordKey(block.header.hash), block.header)
    for (const uncle of block.uncles) used.add(wordKey(uncle.hash))
    block = block.header.number === 0 ? undefined : chain.block(block.header.parentHash)
  }
  return { ancestors, used }
}
