import {
  BlockExecution,
  type BlockOptions,
  type BlockResult,
} from '../../src/execution/block/blockExecution.ts'
import { ListedBlocks } from '../../src/native/nativeWorld.cases.ts'
import { fromHex, toHexDigits } from '../../src/primitives/hex.ts'
import type { RecordedBlock } from '../../src/primitives/recordings.cases.ts'
import { type Block, decodeBlock } from '../../src/protocol/block.ts'
import { genesisBlock, genesisState } from '../../src/protocol/genesis.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { CodeCache } from '../../src/state/codeCache.ts'
import type { Trie } from '../../src/trie/trie.ts'

export interface ExecutedBlock {
  readonly block: Block
  readonly result: BlockResult
}

/** A local chain in memory that executes recorded blocks; a parent must come before its children. */
export class ChainReplay {
  readonly #blocks = new ListedBlocks([genesisBlock(regtest)])
  readonly #states = new Map<string, Trie>()
  readonly #context = { network: regtest, chain: this.#blocks, codes: new CodeCache(2 ** 24) }

  constructor() {
    this.#states.set(toHexDigits(genesisBlock(regtest).header.hash), genesisState(regtest))
  }

  execute({ rlp }: RecordedBlock, options?: BlockOptions): ExecutedBlock {
    const block = decodeBlock(fromHex(rlp), regtest)
    const parentState = this.#states.get(toHexDigits(block.header.parentHash))
    if (!parentState) throw new Error(`the parent of block ${block.header.number} was not executed`)
    const result = new BlockExecution(block, parentState, this.#context, options).complete()
    this.#blocks.add(block)
    this.#states.set(toHexDigits(block.header.hash), result.state)
    return { block, result }
  }
}
