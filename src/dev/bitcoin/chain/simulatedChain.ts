import { decodeTransaction } from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { isCoinbase } from '../../../bitcoin/transactions/transactionRules.ts'
import { bitcoinError } from '../bitcoinError.ts'
import { Rejection } from './bitcoinRejection.ts'
import { chosenTransactions, minedBlock } from './blockAssembly.ts'
import { BlockTree } from './blockTree.ts'
import { medianTimeOf, type RegtestBlock, readChainBlock } from './chainBlock.ts'
import { type Coin, Coins } from './coins.ts'
import type { NextBlock } from './consensusRules.ts'
import { type KnownTransaction, knownTransaction, outpointKey } from './knownTransaction.ts'
import { Mempool } from './mempool.ts'
import { type Admitted, admit } from './mempoolAdmission.ts'

/** The state of the chain apart from its blocks. */
export interface ChainState {
  /** How many blocks there are on all branches. */
  readonly blockCount: number
  readonly tip: string
  readonly invalid: readonly string[]
  /** The waiting transactions in their order. */
  readonly waiting: readonly Uint8Array[]
}

/** A Bitcoin chain of the regtest network with its mempool. */
export class SimulatedChain {
  readonly coins = new Coins()
  readonly mempool = new Mempool()
  readonly #tree = new BlockTree()
  readonly #now: () => number
  /** The coins that each block of the best chain spends. */
  readonly #undo = new Map<string, readonly Coin[]>()
  /** The block of the best chain that holds a transaction. */
  readonly #places = new Map<string, RegtestBlock>()
  #best: RegtestBlock[]

  /** `now`: seconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
    this.#best = [this.#tree.genesis]
  }

  get tip(): RegtestBlock {
    return this.#best.at(-1)!
  }

  get height(): number {
    return this.#best.length - 1
  }

  get blockCount(): number {
    return this.#tree.size
  }

  /** A block of the best chain. */
  blockAt(height: number): RegtestBlock | undefined {
    return this.#best[height]
  }

  /** A block of any branch, by its hash in hex digits. */
  find(key: string): RegtestBlock | undefined {
    return this.#tree.get(key)
  }

  isOnBestChain(block: RegtestBlock): boolean {
    return this.#best[block.height] === block
  }

  /** Blocks of all branches from a serial on. */
  blocksFrom(serial: number): readonly RegtestBlock[] {
    return this.#tree.from(serial)
  }

  /** The block of the best chain with the transaction. */
  placeOf(key: string): RegtestBlock | undefined {
    return this.#places.get(key)
  }

  get next(): NextBlock {
    return {
      height: this.height + 1,
      medianTime: medianTimeOf(this.tip),
      medianTimeAt: (height) => medianTimeOf(this.#best[Math.min(height, this.height)]!),
    }
  }

  /** Checks a transaction without adding it to the mempool. Throws `Rejection`. */
  test(known: KnownTransaction): Admitted {
    return admit(known, { coins: this.coins, mempool: this.mempool, next: this.next })
  }

  /** Adds a transaction to the mempool unless it is there. Throws `BitcoinError`. */
  submit(known: KnownTransaction): void {
    if (this.coins.hasOutputOf(known)) {
      throw bitcoinError('alreadyInChain', 'Transaction already in block chain')
    }
    if (this.mempool.get(known.key)) return
    this.#add(known)
  }

  #add(known: KnownTransaction, isReturning = false): void {
    const context = { coins: this.coins, mempool: this.mempool, next: this.next }
    const { fee, evicted } = admit(known, context, isReturning)
    for (const key of evicted) this.mempool.removeMined(key)
    this.mempool.add({ ...known, fee, time: this.#now(), height: this.height })
  }

  /** Mines a block on the best chain; its new coins go to the script. */
  generate(script: Uint8Array): RegtestBlock {
    const transactions = chosenTransactions(this.mempool)
    const serial = this.#tree.size
    const bytes = minedBlock({ parent: this.tip, script, transactions, now: this.#now(), serial })
    const block = readChainBlock(bytes, this.tip, serial)
    this.#tree.add(block)
    this.#connect(block)
    return block
  }

  invalidate(block: RegtestBlock): void {
    if (!block.parent) throw bitcoinError('misc', 'Genesis block cannot be invalidated')
    this.#tree.invalidate(block)
    this.#switchTo(this.#tree.best(this.tip))
  }

  state(): ChainState {
    return {
      blockCount: this.#tree.size,
      tip: this.tip.key,
      invalid: this.#tree.invalidKeys(),
      waiting: [...this.mempool.entries()].map(({ raw }) => raw),
    }
  }

  /** Restores an earlier state of this chain, or that of a stored chain after its blocks were added. */
  restore({ blockCount, tip, invalid, waiting }: ChainState): void {
    const block = this.#tree.get(tip)
    if (!block || block.serial >= blockCount) throw new RangeError(`there is no block ${tip} to restore`)
    this.mempool.clear()
    this.#switchTo(block)
    this.#tree.truncate(blockCount)
    this.#tree.setInvalid(invalid)
    this.mempool.clear()
    for (const raw of waiting) this.#tryToAdd(knownTransaction(decodeTransaction(raw)))
  }

  /** A stored block, whose parent was added before. */
  addStored(bytes: Uint8Array): void {
    this.#tree.addStored(bytes)
  }

  #switchTo(target: RegtestBlock): void {
    const branch: RegtestBlock[] = []
    let fork = target
    while (!this.isOnBestChain(fork)) {
      branch.unshift(fork)
      fork = fork.parent!
    }
    const undone: KnownTransaction[] = []
    while (this.tip !== fork) undone.unshift(...this.#disconnect())
    const waiting = undone.length > 0 ? this.mempool.clear() : []
    for (const block of branch) this.#connect(block)
    // Undone transactions come first: waiting ones may spend their outputs.
    for (const known of [...undone, ...waiting]) this.#tryToAdd(known)
  }

  #connect(block: RegtestBlock): void {
    this.#undo.set(block.key, this.coins.connect(block.transactions, block.height))
    this.#best.push(block)
    for (const { key, transaction } of block.transactions) {
      this.#places.set(key, block)
      this.mempool.removeMined(key)
      for (const input of transaction.inputs) {
        const conflict = this.mempool.spenderOf(outpointKey(input))
        if (conflict !== undefined) this.mempool.removeWithDescendants(conflict)
      }
    }
  }

  /** Undoes the last block; returns its transactions without the coinbase. */
  #disconnect(): KnownTransaction[] {
    const block = this.#best.pop()!
    this.coins.disconnect(block.transactions, this.#undo.get(block.key)!)
    this.#undo.delete(block.key)
    for (const { key } of block.transactions) this.#places.delete(key)
    return block.transactions.filter(({ transaction }) => !isCoinbase(transaction))
  }

  /** Drops a transaction that a reorganisation made invalid. */
  #tryToAdd(known: KnownTransaction): void {
    if (this.mempool.get(known.key) || this.#places.has(known.key)) return
    try {
      this.#add(known, true)
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
    }
  }
}
