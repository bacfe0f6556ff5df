import { BitcoinHeader } from '../../bitcoin/blocks/bitcoinHeader.ts'
import type { ImportOutcome } from '../../chain/importing/outcome.ts'
import type { BlockResult } from '../../execution/block/blockExecution.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { emptyBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex, toHexDigits } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import { hashForMergedMining, sealWithProof } from '../../protocol/headers/hashes.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import { proofOfWorkFault, targetOf } from '../../protocol/mergedMining/proofOfWork.ts'
import type { BlockAssembler } from '../assembly/blockAssembler.ts'
import type { Clock } from '../inputs/clock.ts'
import type { MiningChain } from '../inputs/miningChain.ts'
import { WorkRefused } from '../inputs/miningError.ts'
import { proofWithNonce } from '../proof/localProof.ts'
import {
  type Solution,
  type SubmittedHeader,
  solutionOfBlock,
  solutionOfPartialMerkle,
  solutionOfTransactions,
} from '../proof/solution.ts'

/** The data that a Bitcoin miner needs to mine the next block of this node, too. */
interface Work {
  /** Stands in the Bitcoin coinbase after the tag. */
  readonly hash: Hash
  /** 32 bytes that the hash of the Bitcoin header must not exceed. */
  readonly target: Uint8Array
  readonly feesPaidToMiner: bigint
  /** Whether miners should drop their present work for this one; true once for each piece of work. */
  readonly notify: boolean
  readonly parentHash: Hash
}

/** Older work is replaced, as in the reference node; until then new transactions do not change it. */
const refreshMs = 60_000

/** The outcome of the import of a solved block, in the reference node's names. */
type ImportedResult = 'IMPORTED_BEST' | 'IMPORTED_NOT_BEST' | 'EXIST' | 'NO_PARENT' | 'INVALID_BLOCK'

const importedResults: Readonly<Record<ImportOutcome['status'], ImportedResult>> = {
  best: 'IMPORTED_BEST',
  side: 'IMPORTED_NOT_BEST',
  known: 'EXIST',
  orphan: 'NO_PARENT',
  rejected: 'INVALID_BLOCK',
}

/** The outcome of a submitted solution. */
export interface SubmittedWork {
  readonly result: ImportedResult
  readonly blockHash: Hash
  readonly blockNumber: number
}

export interface MergedMiningParts {
  readonly assembler: BlockAssembler
  readonly chain: MiningChain
  readonly clock: Clock
}

interface Candidate {
  readonly block: Block
  /** Undefined after a submission: a state that could not be written must not be written again. */
  readonly result: BlockResult | undefined
}

interface CurrentWork {
  readonly hash: Hash
  readonly block: Block
  readonly madeAtMs: number
}

/** Solutions are accepted for this many of the latest pieces of work. */
const keptCandidates = 20
const risePercent = 110n

/**
 * Hands out work to merged miners and imports their solutions. Solutions for the latest pieces of work are accepted,
 * so a miner does not have to follow every change. A piece that is solved more than once gives sibling blocks.
 */
export class MergedMining {
  readonly #parts: MergedMiningParts
  readonly #candidates = new BoundedMap<string, Candidate>(keptCandidates)
  #current: CurrentWork | undefined
  /** The work that miners were last notified of. */
  #notified: { readonly parentHash: Hash; readonly fees: bigint } | undefined

  constructor(parts: MergedMiningParts) {
    this.#parts = parts
  }

  getWork(): Work {
    const isFresh = this.#current !== undefined && this.#isCurrent(this.#current)
    const { hash, block } = isFresh ? this.#current! : this.#renew()
    const { difficulty, paidFees, parentHash } = block.header
    const target = wordBytes(targetOf(difficulty))
    const notify = !isFresh && this.#isWorthNotifying(block.header)
    return { hash, target, feesPaidToMiner: paidFees, notify, parentHash }
  }

  submitBitcoinBlock(bytes: Uint8Array): SubmittedWork {
    return this.#submit(solutionOfBlock(bytes))
  }

  submitTransactions(submitted: SubmittedHeader, transactionIds: readonly Uint8Array[]): SubmittedWork {
    return this.#submit(solutionOfTransactions(submitted, transactionIds))
  }

  submitPartialMerkle(submitted: SubmittedHeader, merkleHashes: readonly Uint8Array[]): SubmittedWork {
    return this.#submit(solutionOfPartialMerkle(submitted, merkleHashes))
  }

  /**
   * Submits a nonce for the Bitcoin block that this node makes around a piece of work. True if the block is new to
   * the chain.
   */
  submitNonce(workHash: Hash, nonce: number): boolean {
    const candidate = this.#candidates.get(wordKey(workHash))
    if (!candidate) return false
    const fields = proofWithNonce(workHash, candidate.block.header.timestamp, nonce)
    try {
      const { result } = this.#submit({ workHash, header: fields.header, fields: () => fields })
      return result === 'IMPORTED_BEST' || result === 'IMPORTED_NOT_BEST'
    } catch (error) {
      if (error instanceof WorkRefused) return false
      throw error
    }
  }

  /** Forgets all work: the chain was rewound. */
  reset(): void {
    this.#candidates.clear()
    this.#current = undefined
    this.#notified = undefined
  }

  /** On a new parent, or when the fees have risen by more than a tenth. */
  #isWorthNotifying({ parentHash, paidFees: fees }: BlockHeader): boolean {
    const before = this.#notified
    const isOnSameParent = before !== undefined && equalBytes(before.parentHash, parentHash)
    if (isOnSameParent && fees <= (before.fees * risePercent) / 100n) return false
    this.#notified = { parentHash, fees }
    return true
  }

  #isCurrent({ block, madeAtMs }: CurrentWork): boolean {
    const { chain, clock } = this.#parts
    const isOnHead = equalBytes(block.header.parentHash, chain.head.header.hash)
    return isOnHead && clock.systemMs - madeAtMs < refreshMs
  }

  #renew(): CurrentWork {
    const { assembler, clock } = this.#parts
    const { block, result } = assembler.assemble()
    const hash = assembler.hashToMine(block)
    this.#candidates.set(wordKey(hash), { block, result })
    const current = { hash, block, madeAtMs: clock.systemMs }
    this.#current = current
    return current
  }

  /** The transactions of the Bitcoin block are read only if its header has been worked for. */
  #submit({ workHash, header, fields }: Solution): SubmittedWork {
    const { assembler, chain, clock } = this.#parts
    const key = wordKey(workHash)
    const candidate = this.#candidates.get(key)
    if (!candidate) {
      throw new WorkRefused(`Cannot publish block, could not find hash ${toHex(workHash)} in the cache`)
    }
    const unproven = candidate.block.header
    if (new BitcoinHeader(header).hashNumber > targetOf(unproven.difficulty)) {
      const proof = { header, merkleProof: emptyBytes, coinbase: emptyBytes }
      throw invalidBlock(sealWithProof(unproven, proof, chain.network), workHash)
    }
    const block = assembler.seal(candidate.block, fields())
    const { hash, number, timestamp } = block.header
    const proves = equalBytes(hashForMergedMining(block.header, chain.network), workHash)
    if (!proves || proofOfWorkFault(block.header, chain.network) !== undefined) {
      throw invalidBlock(block.header, workHash)
    }
    const { result } = candidate
    if (result !== undefined) this.#candidates.set(key, { block: candidate.block, result: undefined })
    const outcome = result === undefined ? chain.import(block) : chain.extend(block, result)
    if (assembler.settle(block, outcome)) this.#current = undefined
    if (outcome.status === 'best') clock.blockMade(timestamp)
    return { result: importedResults[outcome.status], blockHash: hash, blockNumber: number }
  }
}

const invalidBlock = ({ hash, number }: BlockHeader, workHash: Hash): WorkRefused =>
  new WorkRefused(
    `Invalid block supplied by miner: ${toHexDigits(hash)} ${toHexDigits(workHash)} at height ${number}`,
  )
