import type { Chain } from '../../chain/chain.ts'
import { BlockAssembler } from '../../mining/assembly/blockAssembler.ts'
import { UncleCandidates } from '../../mining/assembly/uncleCandidates.ts'
import { SubmittedHashRates } from '../../mining/hashRate/hashRates.ts'
import type { Clock } from '../../mining/inputs/clock.ts'
import type { MiningSettings } from '../../mining/inputs/miningSettings.ts'
import { Miner, type MiningMode } from '../../mining/miner.ts'
import { PendingBlock } from '../../mining/pendingBlock.ts'
import { MergedMining } from '../../mining/work/mergedMining.ts'
import { inBackground } from '../../platform/timers.ts'
import type { TransactionPool } from '../../pool/pool.ts'
import type { Address } from '../../primitives/bytes.ts'

export interface NodeMiningParts {
  readonly chain: Chain
  readonly pool: TransactionPool
  readonly clock: Clock
  readonly settings: MiningSettings
  readonly mode: MiningMode
  readonly onError: (error: unknown) => void
  /** Whether no other miner extends the chain, so that a reorganisation is not a judgement of the network. */
  readonly isLocal: boolean
}

/** Everything that makes blocks on one chain, with one block assembler and one set of uncle candidates. */
export class NodeMining {
  readonly #settings: MiningSettings
  readonly miner: Miner
  readonly work: MergedMining
  readonly pendingBlock: PendingBlock
  readonly submittedRates: SubmittedHashRates
  readonly #uncles = new UncleCandidates()
  readonly #assembler: BlockAssembler
  readonly #unfollow: readonly (() => void)[]

  constructor(parts: NodeMiningParts) {
    const { chain, pool, clock, settings, mode, onError, isLocal } = parts
    const uncles = this.#uncles
    this.#assembler = new BlockAssembler({ chain, pool, clock, uncles, settings, onError })
    const assembler = this.#assembler
    this.#settings = settings
    this.miner = new Miner({ assembler, chain, pool, clock, mode, repeatEvery, onError })
    this.work = new MergedMining({ assembler, chain, clock })
    this.pendingBlock = new PendingBlock({ assembler, chain, pool, clock })
    this.submittedRates = new SubmittedHashRates(() => clock.systemMs)
    this.#unfollow = [
      chain.on('side', ({ header }) => uncles.add(header)),
      chain.on('reorg', ({ abandoned, adopted }) => {
        for (const { header } of abandoned) uncles.add(header)
        if (!isLocal) assembler.abandoned(abandoned, adopted)
      }),
    ]
  }

  get coinbase(): Address {
    return this.#settings.coinbase
  }

  /** Whether the miner mines blocks on its own. */
  get isMining(): boolean {
    return this.miner.isMining
  }

  /** Forgets everything about blocks that a rewound chain no longer has. */
  reset(): void {
    this.#uncles.clear()
    this.#assembler.reset()
    this.work.reset()
    this.pendingBlock.forget()
  }

  close(): void {
    this.miner.close()
    this.pendingBlock.close()
    for (const end of this.#unfollow) end()
  }
}

/** The timer does not keep the process alive. */
function repeatEvery(milliseconds: number, callback: () => void): () => void {
  const timer = inBackground(setInterval(callback, milliseconds))
  return () => clearInterval(timer)
}
