import { join } from 'node:path'
import type { Chain } from '../../src/chain/chain.ts'
import { type Executor, executeAndVerify } from '../../src/chain/importing/executor.ts'
import type { ImportOutcome } from '../../src/chain/importing/outcome.ts'
import { chainStamp, openChain } from '../../src/chain/openChain.ts'
import { type Findings, tell } from '../../src/chain/preparing/findings.ts'
import type { Engine } from '../../src/evm/execute.ts'
import { type Block, decodeBlock, decodeVerifiedBlock } from '../../src/protocol/block.ts'
import type { Network } from '../../src/protocol/networks/network.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'

/** How a follower stores and imports blocks. */
export interface FollowerKind {
  readonly engine: Engine
  readonly store: 'memory' | 'lmdb'
  readonly importing: 'one by one' | 'in groups' | 'in slices' | 'in a thread'
  /** Whether it gets what other threads have found out about a block. */
  readonly isPrepared: boolean
  readonly keepsEveryState: boolean
}

/**
 * Each pair of choices is in one of them, except those that do not exist: a thread writes a folder and runs the fast
 * engine.
 */
export const followerKinds: readonly FollowerKind[] = [
  { engine: 'fast', store: 'memory', importing: 'one by one', isPrepared: false, keepsEveryState: true },
  { engine: 'reference', store: 'memory', importing: 'in groups', isPrepared: true, keepsEveryState: false },
  { engine: 'fast', store: 'lmdb', importing: 'in a thread', isPrepared: true, keepsEveryState: false },
  { engine: 'fast', store: 'lmdb', importing: 'in a thread', isPrepared: false, keepsEveryState: true },
  { engine: 'reference', store: 'lmdb', importing: 'in slices', isPrepared: false, keepsEveryState: true },
]

/** The bytes of a block and what was found about it ahead of its import. */
export interface Delivery {
  readonly rlp: Uint8Array
  readonly findings: Findings | undefined
}

export interface FollowerParts {
  readonly network: Network
  /** Holds the folders of all followers. */
  readonly folder: string
  /** Seconds since 1970. */
  readonly clock: () => number
}

/** Small, so that much is read from the store again. */
const cacheBytes = 1 << 20
const mebibyte = 1 << 20
/** Runs of the store are made and merged all the time, but by the thread that imports. */
const runs = { limits: { recent: 64, recentInBulk: 32, fanOut: 4, effort: 4, pause: 8 } }

const onReferenceEngine: Executor = (block, parentState, context, options) =>
  executeAndVerify(block, parentState, context, { ...options, engine: 'reference' })

/** A chain that imports all blocks in its own way. */
export class Follower {
  readonly kind: FollowerKind
  readonly #parts: FollowerParts
  readonly #path: string
  #store: Store
  #chain: Chain

  constructor(kind: FollowerKind, parts: FollowerParts) {
    this.kind = kind
    this.#parts = parts
    this.#path = join(parts.folder, this.name.replaceAll(/\W+/g, '-'))
    this.#store = kind.store === 'memory' ? memoryStore() : this.#openFolder()
    this.#chain = this.#openChain()
  }

  get name(): string {
    const { engine, store, importing, isPrepared } = this.kind
    return `${engine} engine, ${store}, ${importing}, ${isPrepared ? 'prepared' : 'unprepared'}`
  }

  get chain(): Chain {
    return this.#chain
  }

  /** Imports blocks in their order; returns the outcome of each when all are stored. */
  async import(deliveries: readonly Delivery[]): Promise<ImportOutcome[]> {
    const outcomes: Promise<ImportOutcome>[] = []
    for (const delivery of deliveries) {
      const outcome = this.#importOne(delivery)
      outcomes.push(outcome)
      // A thread works on all of them; the others import one at a time.
      if (this.kind.importing !== 'in a thread') await outcome
    }
    const settled = await Promise.all(outcomes)
    if (this.kind.importing === 'in a thread') await this.#chain.importThread()?.save()
    this.#chain.saveGroup()
    return settled
  }

  async #importOne({ rlp, findings: found }: Delivery): Promise<ImportOutcome> {
    const chain = this.#chain
    const findings = this.kind.isPrepared ? found : undefined
    const block = this.#decoded(rlp, findings)
    if (findings) tell(block.transactions, findings)
    const checkedRules = findings?.checkedRules ?? []
    switch (this.kind.importing) {
      case 'one by one':
        return chain.import(block, checkedRules)
      case 'in groups':
        return chain.importInGroup(block, checkedRules)
      case 'in slices':
        return chain.importInSlices(block, checkedRules)
      case 'in a thread':
        return chain.importThread()!.add(block, checkedRules, findings)
    }
  }

  #decoded(rlp: Uint8Array, findings: Findings | undefined): Block {
    const { network } = this.#parts
    return findings?.checkedRules.includes('transactions-root')
      ? decodeVerifiedBlock(rlp, network, 'block', findings.headerHashes)
      : decodeBlock(rlp, network)
  }

  /** Opens the stored chain again, with empty caches. */
  reopen(): void {
    this.#chain.close()
    if (this.kind.store === 'lmdb') {
      this.#store.close()
      this.#store = this.#openFolder()
    }
    this.#chain = this.#openChain()
  }

  close(): void {
    this.#chain.close()
    this.#store.close()
  }

  #openFolder(): Store {
    return openStore({ path: this.#path, ...chainStamp(this.#parts.network), flush: 'none', runs })
  }

  #openChain(): Chain {
    const { network, clock } = this.#parts
    const { engine, store, keepsEveryState } = this.kind
    return openChain(
      {
        store: this.#store,
        network,
        clock,
        ...(engine === 'reference' && { execute: onReferenceEngine }),
        onListenerError: (error) => {
          throw error
        },
      },
      {
        keepsEveryState,
        memory: {
          cacheBytes,
          importThread: { heapBytes: 256 * mebibyte, cacheBytes, groupBytes: mebibyte },
        },
        ...(store === 'lmdb' && { folder: { path: this.#path, flush: 'none' } }),
      },
    )
  }
}
