import type { BitcoinHeader } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { checkDifficulty, checkProofOfWork } from '../../bitcoin/blocks/headerRules.ts'
import { decodeStoredBlock, encodeStoredBlock, type StoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import { targetOf, workOf } from '../../bitcoin/blocks/target.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { blockAtHeight, chainHeadKey } from '../cells/bitcoinChain.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { activeFederation } from '../context/currentFederations.ts'

/**
 * The Bitcoin headers that the Bridge knows. Headers and the head are written at once, even if the call fails later;
 * the index by height (RSKIP199) is written with the other cells.
 */
export class BitcoinChain {
  readonly #context: BridgeContext

  private constructor(context: BridgeContext) {
    this.#context = context
  }

  /** The first call on a network writes the genesis block and, where there are checkpoints, the starting block. */
  static open(context: BridgeContext): BitcoinChain {
    const chain = new BitcoinChain(context)
    const { genesis } = context.constants.bitcoin
    if (context.store.read(chainHeadKey).length === 0) chain.#start(genesis)
    if (!isSameBlock(chain.head, genesis)) return chain
    const start = startingBlock(context)
    if (start !== genesis) chain.#start(start)
    return chain
  }

  get head(): StoredBlock {
    return decodeStoredBlock(this.#context.store.read(chainHeadKey))
  }

  block(hash: Uint8Array): StoredBlock | undefined {
    const bytes = this.#context.store.read(hash)
    return bytes.length === 0 ? undefined : decodeStoredBlock(bytes)
  }

  parent({ header }: StoredBlock): StoredBlock | undefined {
    return this.block(header.parentHash)
  }

  /** The block of the main chain at a height; throws `DecodeError` where the search is not allowed. */
  blockAt(height: number): StoredBlock | undefined {
    const depth = this.head.height - height
    if (depth < 0) throw new DecodeError('height', `${height} is above the head`)
    if (!this.#context.rules.rskip199) return this.blockAtDepth(depth)
    if (height < this.#lowestSearchable()) throw new DecodeError('height', `${height} is too deep`)
    return this.#indexedBlock(height) ?? this.blockAtDepth(depth)
  }

  /** The block of the main chain `depth` blocks below the head. */
  blockAtDepth(depth: number): StoredBlock | undefined {
    let block: StoredBlock | undefined = this.head
    for (let step = 0; step < depth && block; step++) block = this.parent(block)
    return block
  }

  /**
   * Adds a header, which becomes the head if its branch has more work. A known header changes nothing. False when
   * its parent is unknown; throws `DecodeError` when it breaks a rule.
   */
  add(header: BitcoinHeader): boolean {
    if (this.block(header.hash)) return true
    const { bitcoin } = this.#context.constants
    checkProofOfWork(header, bitcoin)
    const parent = this.block(header.parentHash)
    if (!parent) return false
    checkDifficulty(header, parent, bitcoin, (block) => this.parent(block))
    this.#connect({
      header,
      height: parent.height + 1,
      work: parent.work + workOf(targetOf(header.bits)),
    })
    return true
  }

  #connect(block: StoredBlock): void {
    const { head } = this
    if (equalBytes(block.header.parentHash, head.header.hash)) {
      this.#put(block)
      this.#setHead(block, head.height)
      return
    }
    const splitHeight = this.#splitHeight(block, head)
    this.#put(block)
    if (block.work > head.work) this.#setHead(block, splitHeight)
  }

  /** The height of the last block that two branches share. */
  #splitHeight(branch: StoredBlock, main: StoredBlock): number {
    let onBranch = branch
    let onMain = main
    while (!isSameBlock(onBranch, onMain)) {
      if (onMain.height > onBranch.height) onMain = this.#existingParent(onMain)
      else onBranch = this.#existingParent(onBranch)
    }
    return onBranch.height
  }

  #existingParent(block: StoredBlock): StoredBlock {
    const parent = this.parent(block)
    if (!parent) throw new DecodeError('Bitcoin header', 'is on a branch that does not reach the main chain')
    return parent
  }

  /** Blocks below have no index entry. The search walks back to them, but not deeper than the limit. */
  #lowestSearchable(): number {
    const { blockIndexHeight, maximumSearchDepth } = this.#context.constants
    const { height } = this.head
    return height - blockIndexHeight > maximumSearchDepth ? blockIndexHeight : height - maximumSearchDepth
  }

  #indexedBlock(height: number): StoredBlock | undefined {
    const hash = this.#context.cells.load(blockAtHeight(height))
    return hash && this.block(hash)
  }

  /** RSKIP454 makes room for more work. */
  get #storedForm(): 'short' | 'long' {
    return this.#context.rules.rskip454 ? 'long' : 'short'
  }

  #start(block: StoredBlock): void {
    this.#put(block)
    this.#setHead(block, block.height - 1)
  }

  #put(block: StoredBlock): void {
    this.#context.store.write(block.header.hash, encodeStoredBlock(block, this.#storedForm))
  }

  /** Writes the head and indexes the blocks above `splitHeight`, which are new on the main chain. */
  #setHead(head: StoredBlock, splitHeight: number): void {
    const { store, cells, rules } = this.#context
    store.write(chainHeadKey, encodeStoredBlock(head, this.#storedForm))
    if (!rules.rskip199) return
    let block = head
    cells.set(blockAtHeight(block.height), block.header.hash)
    while (block.height > splitHeight + 1) {
      block = this.#existingParent(block)
      cells.set(blockAtHeight(block.height), block.header.hash)
    }
  }
}

const isSameBlock = (a: StoredBlock, b: StoredBlock): boolean => equalBytes(a.header.hash, b.header.hash)

/**
 * A week in seconds. The reference node subtracts it from the creation time in milliseconds, and compares the result
 * with the times of Bitcoin blocks in seconds. This is correct for federations created before RSKIP419, whose creation
 * time is stored in seconds; for later ones the result is the last checkpoint.
 */
const checkpointMargin = 604_800

/** The block from which the active federation needs the Bitcoin chain: a checkpoint before its creation, or genesis. */
export function startingBlock(context: BridgeContext): StoredBlock {
  const { genesis, checkpoints } = context.constants.bitcoin
  const latestTime = activeFederation(context).creationTimeMillis - checkpointMargin
  return checkpoints?.latestAt(latestTime) ?? genesis
}
