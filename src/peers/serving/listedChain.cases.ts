import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import type { HeaderFields } from '../../protocol/headers/header.ts'
import { headerFields } from '../../protocol/headers/headerFields.cases.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import type { ServedChain } from './snapshotServer.ts'

/** Empty blocks, each the parent of the next, and blocks of other branches. */
export class ListedChain implements ServedChain {
  readonly blocks: Block[] = []
  readonly side: Block[] = []

  constructor(best: number) {
    for (let number = 0; number <= best; number++) this.blocks.push(this.next(number))
  }

  get head(): Block {
    return this.blocks.at(-1)!
  }

  block(hash: Hash): Block | undefined {
    return [...this.blocks, ...this.side].find(({ header }) => equalBytes(header.hash, hash))
  }

  select(height: number): Block | undefined {
    return this.blocks[height]
  }

  /** An empty block on the one before this number. */
  next(number: number, overrides: Partial<HeaderFields> = {}): Block {
    const parent = this.blocks[number - 1]
    const parentHash = parent && { parentHash: parent.header.hash }
    const fields = headerFields(regtest, number, { ...parentHash, ...overrides })
    return { header: sealHeader(fields, regtest), transactions: [], uncles: [] }
  }
}
