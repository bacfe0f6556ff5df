import type { BlockRejection, ImportOutcome } from '../../chain/importing/outcome.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Block } from '../../protocol/block.ts'
import { forkDetectionData } from '../../protocol/forkDetection.ts'
import {
  baseMergedMiningHash,
  hasForkDetectionData,
  sealWithProof,
  withForkDetectionData,
} from '../../protocol/headers/hashes.ts'
import type { BlockHeader, MergedMiningFields } from '../../protocol/headers/header.ts'
import { coinbaseHash } from '../../protocol/mergedMining/compressedCoinbase.ts'
import { asPartialMerkleTree } from '../../protocol/mergedMining/merkleProof.ts'
import { isActive } from '../../protocol/networks/network.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { Clock } from '../inputs/clock.ts'
import type { MiningChain, MiningPool } from '../inputs/miningChain.ts'
import { MiningError } from '../inputs/miningError.ts'
import type { MiningSettings } from '../inputs/miningSettings.ts'
import { type AssembledBlock, assembleBlock } from './assembleBlock.ts'
import { chosenTransactions, Suspects } from './suspects.ts'
import type { UncleCandidates } from './uncleCandidates.ts'

export interface AssemblerParts {
  readonly chain: MiningChain
  readonly pool: MiningPool
  readonly clock: Clock
  readonly uncles: UncleCandidates
  readonly settings: MiningSettings
  /** Called for a transaction that is dropped because blocks with it fail. */
  readonly onError: (error: unknown) => void
}

/** Makes blocks on the best block from the pool's pending transactions. */
export class BlockAssembler {
  readonly #parts: AssemblerParts
  readonly #suspects = new Suspects()

  constructor(parts: AssemblerParts) {
    this.#parts = parts
  }

  /** The next block. Transactions that no block can have leave the pool. `maximumWork` is that of `assembleBlock`. */
  assemble(maximumWork?: number): AssembledBlock {
    const { chain, pool, clock, uncles, settings } = this.#parts
    const { network, codes, head: parent } = chain
    const plan = {
      parent,
      timestamp: clock.timestampAfter(parent.header.timestamp),
      uncles: uncles.choose(parent, chain),
      settings,
      maximumTransactions: this.#suspects.maximumTransactions,
    }
    const parentState = chain.trieAt(parent.header.hash)
    if (!parentState) throw new RangeError('the parent of a new block must be stored')
    const excluded: Transaction[] = []
    const candidates = (): Iterable<Transaction> =>
      this.#suspects.isEmpty ? pool.inExecutionOrder() : this.#unsuspected(excluded)
    const assembled = assembleBlock(plan, candidates, parentState, { network, chain, codes }, maximumWork)
    for (const transaction of assembled.impossible) pool.remove(transaction.hash)
    for (const transaction of excluded) pool.remove(transaction.hash)
    for (const fault of assembled.faults) {
      this.#suspects.exclude(fault.transaction)
      this.#drop(fault.transaction, fault)
    }
    return assembled
  }

  /**
   * Takes the outcome of importing a block that was assembled here. Returns true if the block was rejected, but another
   * one may be accepted, because it leaves out the cause of the rejection.
   */
  settle(block: Block, outcome: ImportOutcome): boolean {
    if (outcome.status === 'best' || outcome.status === 'side') this.#suspects.accepted(block)
    if (outcome.status !== 'rejected') return false
    const { rejection } = outcome
    switch (rejectionCauses[rejection.reason]) {
      case 'header':
        return false
      case 'uncles':
        this.#parts.uncles.clear()
        return block.uncles.length > 0
      case 'transactions': {
        const atFault = this.#suspects.rejected(block)
        if (atFault) this.#drop(atFault, new MiningError(`${rejection.reason}: ${rejection.detail}`))
        return chosenTransactions(block).length > 0
      }
    }
  }

  /** Notes that the network prefers the adopted blocks to the abandoned ones. */
  abandoned(abandoned: readonly Block[], adopted: readonly Block[]): void {
    this.#suspects.abandoned(abandoned, adopted)
  }

  /** Forgets all rejections: the chain was rewound. */
  reset(): void {
    this.#suspects.clear()
  }

  /** The hash that the Bitcoin coinbase must contain for this block to be mined. */
  hashToMine({ header }: Block): Hash {
    const base = baseMergedMiningHash(header)
    if (!hasForkDetectionData(header, this.#parts.chain.network)) return base
    const ancestor = (number: number): BlockHeader => this.#ancestor(header.parentHash, number)
    return withForkDetectionData(base, forkDetectionData(ancestor(header.number - 1), ancestor))
  }

  /** The block with its proof of work, whose merkle proof is a list of siblings. */
  seal(block: Block, proof: MergedMiningFields): Block {
    const { network } = this.#parts.chain
    const mergedMining = isActive(network, 'rskip92', block.header.number) ? proof : beforeRskip92(proof)
    return { ...block, header: sealWithProof(block.header, mergedMining, network) }
  }

  /** Adds those that no block can have to `excluded`, again each time that the candidates are walked. */
  *#unsuspected(excluded: Transaction[]): Generator<Transaction, void, undefined> {
    for (const transaction of this.#parts.pool.inExecutionOrder()) {
      if (this.#suspects.isExcluded(transaction)) excluded.push(transaction)
      else if (!this.#suspects.isAvoided(transaction)) yield transaction
    }
  }

  #drop(transaction: Transaction, cause: Error): void {
    const { pool, onError } = this.#parts
    pool.remove(transaction.hash)
    const name = `transaction ${toHex(transaction.hash)}`
    onError(new MiningError(`${name} was dropped because blocks with it fail: ${cause.message}`, { cause }))
  }

  /** The header of a stored block's ancestor, or of the block itself. */
  #ancestor(hash: Hash, number: number): BlockHeader {
    const found = this.#parts.chain.ancestor(hash, number)
    if (!found) throw new RangeError(`the parent of a new block has no ancestor ${number}`)
    return found.header
  }
}

const beforeRskip92 = ({ header, merkleProof, coinbase }: MergedMiningFields): MergedMiningFields => ({
  header,
  merkleProof: asPartialMerkleTree(coinbaseHash(coinbase), merkleProof),
  coinbase,
})

/** The part of a block of ours that causes its rejection; `header` means that no other choice would help. */
type RejectionCause = 'header' | 'uncles' | 'transactions'

const rejectionCauses: Readonly<Record<BlockRejection['reason'], RejectionCause>> = {
  'block-number': 'header',
  difficulty: 'header',
  'gas-limit-range': 'header',
  'gas-limit-minimum': 'header',
  'minimum-gas-price-range': 'header',
  'extra-data-length': 'header',
  timestamp: 'header',
  'bitcoin-timestamp': 'header',
  'proof-of-work': 'header',
  'fork-detection-data': 'header',
  'remasc-transaction': 'header',
  'uncles-hash': 'uncles',
  'uncle-count': 'uncles',
  'uncle-header': 'uncles',
  'uncle-number': 'uncles',
  'uncle-repeated': 'uncles',
  'uncle-is-ancestor': 'uncles',
  'uncle-already-used': 'uncles',
  'uncle-parent': 'uncles',
  edges: 'transactions',
  'transactions-root': 'transactions',
  'transaction-fields': 'transactions',
  'transaction-nonce': 'transactions',
  'transaction-gas-price': 'transactions',
  'transaction-gas-price-cap': 'transactions',
  transaction: 'transactions',
  'parallel-conflict': 'transactions',
  'sequential-contract-in-parallel-list': 'transactions',
  'state-root': 'transactions',
  'receipts-root': 'transactions',
  'logs-bloom': 'transactions',
  'gas-used': 'transactions',
  'paid-fees': 'transactions',
}
