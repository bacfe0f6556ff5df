import type { Chain } from '../../chain/chain.ts'
import { parentDifficulty, putUnexecuted } from '../../chain/snapshot.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { ownTurn } from '../../primitives/work/turns.ts'
import type { Block } from '../../protocol/block.ts'
import type { Peer } from '../session/peer.ts'
import { Signal } from '../sync/signal.ts'
import { linkedBlocks } from './linkedBlocks.ts'
import type { SnapshotJournal } from './snapshotJournal.ts'
import { SnapshotFailure } from './snapshotProgress.ts'
import type { SnapshotTarget } from './snapshotRecord.ts'
import type { Sources } from './sources.ts'

export interface BlockDownloadParts {
  readonly chain: Pick<Chain, 'block' | 'network'>
  readonly target: SnapshotTarget
  readonly journal: SnapshotJournal
  readonly sources: Sources
  /** Whether a peer serves blocks of the target's chain. */
  readonly isServer: (peer: Peer) => boolean
  /** Whether a peer is a server or may become one. */
  readonly mayServe: (peer: Peer) => boolean
  /** Blocks below the target that are fetched; by default as many as the rules of any network read. */
  readonly blocksBelow?: number | undefined
  /** Called with the number of missing blocks at the start and after each stored part. */
  readonly onLeft: (blocks: number) => void
  readonly signal: AbortSignal
}

/** The next block to fetch, with its total difficulty. */
interface Wanted {
  readonly number: number
  readonly hash: Hash
  readonly totalDifficulty: bigint
}

/**
 * Blocks below a snapshot that the rules of later blocks read: REMASC reads uncles and fees of 4,000 blocks, contracts
 * read as many headers. The reference node fetches the same number.
 */
const usualBlocksBelow = 6_000
const checkIntervalMs = 200
/** Blocks per transaction, so that the event loop is not blocked for long. */
const storedAtOnce = 64

/** Fetches the block of a snapshot and those below it, newest first. They are not executed. */
export class BlockDownload {
  readonly #parts: BlockDownloadParts
  readonly #pause = new Signal()

  constructor(parts: BlockDownloadParts) {
    this.#parts = parts
    parts.signal.addEventListener('abort', () => this.#pause.set(), { once: true })
  }

  async run(): Promise<void> {
    const { target, signal, onLeft, blocksBelow = usualBlocksBelow } = this.#parts
    const lowest = Math.max(1, target.number - blocksBelow)
    let wanted = this.#firstMissing()
    const report = (): void => onLeft(Math.max(0, wanted.number - lowest + 1))
    report()
    while (wanted.number >= lowest) {
      signal.throwIfAborted()
      const peer = await this.#source()
      const fetched = await this.#fetch(peer, wanted)
      const blocks = fetched.filter(({ header }) => header.number >= lowest)
      for (let first = 0; first < blocks.length; first += storedAtOnce) {
        await ownTurn()
        signal.throwIfAborted()
        wanted = this.#store(blocks.slice(first, first + storedAtOnce), wanted)
        report()
      }
    }
  }

  /** The next block below those that were stored before a restart. */
  #firstMissing(): Wanted {
    let wanted: Wanted = this.#parts.target
    for (;;) {
      const block = this.#parts.chain.block(wanted.hash)
      if (block === undefined || block.number === 0) return wanted
      wanted = below(block, wanted.totalDifficulty)
    }
  }

  async #source(): Promise<Peer> {
    const { sources, isServer, mayServe, signal } = this.#parts
    for (;;) {
      signal.throwIfAborted()
      const peer = sources.pick(isServer)
      if (peer !== undefined) return peer
      if (!sources.has(mayServe)) throw new SnapshotFailure('no connected peer serves the blocks')
      await this.#pause.wait(checkIntervalMs)
    }
  }

  /** Blocks that lead down from the wanted one, newest first; their headers are verified already. */
  async #fetch(peer: Peer, { number, hash }: Wanted): Promise<readonly Block[]> {
    const { sources, chain, signal } = this.#parts
    const request = { kind: 'snap-blocks-request', blockNumber: number + 1 } as const
    const response = await sources.ask(peer, request, signal)
    if (response === undefined) return []
    const { blocks, fault } = await linkedBlocks(response.blocks, hash, chain.network)
    if (fault !== undefined) sources.offended(peer, fault.offence, fault.problem)
    return blocks
  }

  #store(blocks: readonly Block[], first: Wanted): Wanted {
    let wanted = first
    this.#parts.journal.note({}, (batch) => {
      for (const block of blocks) {
        putUnexecuted(batch, block, wanted.totalDifficulty)
        wanted = below(block, wanted.totalDifficulty)
      }
    })
    return wanted
  }
}

const below = (block: Block, totalDifficulty: bigint): Wanted => ({
  number: block.header.number - 1,
  hash: block.header.parentHash,
  totalDifficulty: parentDifficulty(block, totalDifficulty),
})
