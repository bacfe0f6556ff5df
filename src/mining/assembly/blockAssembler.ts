import type { Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import { forkDetectionData } from '../../protocol/forkDetection.ts'
import {
  baseMergedMiningHash,
  hasForkDetectionData,
  sealHeader,
  withForkDetectionData,
} from '../../protocol/headers/hashes.ts'
import type { BlockHeader, MergedMiningFields } from '../../protocol/headers/header.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { Clock } from '../inputs/clock.ts'
import type { MiningChain } from '../inputs/miningChain.ts'
import type { MiningPool } from '../inputs/miningPool.ts'
import type { MiningSettings } from '../inputs/settings.ts'
import { type AssembledBlock, assembleBlock } from './assembleBlock.ts'
import type { KnownExecutions } from './knownExecutions.ts'
import type { UncleCandidates } from './uncleCandidates.ts'

export interface AssemblerParts {
  readonly chain: MiningChain
  readonly pool: MiningPool
  readonly clock: Clock
  readonly uncles: UncleCandidates
  readonly settings: MiningSettings
  /** Remembers what the blocks led to, for the chain that will import them. */
  readonly executions?: KnownExecutions
}

/** Makes blocks on the best block from what waits in the pool. */
export class BlockAssembler {
  readonly #parts: AssemblerParts

  constructor(parts: AssemblerParts) {
    this.#parts = parts
  }

  /** The next block. Transactions that turn out impossible leave the pool. */
  assemble(): AssembledBlock {
    const { chain, pool, clock, uncles, settings, executions } = this.#parts
    const { network, codes, head: parent } = chain
    const plan = {
      parent,
      timestamp: clock.timestampAfter(parent.header.timestamp),
      uncles: uncles.choose(parent, chain),
      settings,
    }
    const parentState = chain.stateAfter(parent.header.hash)
    const candidates = (): Iterable<Transaction> => pool.inExecutionOrder()
    const assembled = assembleBlock(plan, candidates, parentState, { network, chain, codes })
    for (const transaction of assembled.impossible) pool.remove(transaction.hash)
    executions?.remember(assembled)
    return assembled
  }

  /** What the Bitcoin coinbase must name for this block to be mined. */
  hashToMine({ header }: Block): Hash {
    const base = baseMergedMiningHash(header)
    if (!hasForkDetectionData(header, this.#parts.chain.network)) return base
    const ancestor = (number: number): BlockHeader => this.#ancestor(header.parentHash, number)
    return withForkDetectionData(base, forkDetectionData(ancestor(header.number - 1), ancestor))
  }

  /** The block with its proof of work. */
  seal(block: Block, mergedMining: MergedMiningFields): Block {
    return { ...block, header: sealHeader({ ...block.header, mergedMining }, this.#parts.chain.network) }
  }

  /** The header of a stored block's ancestor, or of the block itself. */
  #ancestor(hash: Hash, number: number): BlockHeader {
    const found = this.#parts.chain.ancestor(hash, number)
    if (!found) throw new RangeError(`the parent of a new block has no ancestor ${number}`)
    return found.header
  }
}
