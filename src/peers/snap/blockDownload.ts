import type { Chain } from '../../chain/chain.ts'
import { parentDifficulty, putUnexecuted } from '../../chain/snapshot.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { type Block, decodeBlock } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { unclesHashRejection } from '../../protocol/validation/bodyRules.ts'
import { proofOfWorkRejection } from '../../protocol/validation/headerRules.ts'
import { ownBytes } from '../messages/ownBytes.ts'
import type { Peer } from '../session/peer.ts'
import { Signal } from '../sync/signal.ts'
import { SnapshotFailure } from './snapshotFailure.ts'
import type { SnapshotJournal } from './snapshotJournal.ts'
import type { SnapshotTarget } from './snapshotRecord.ts'
import type { Sources } from './sources.ts'

export interface BlockDownloadParts {
  readonly chain: Pick<Chain, 'block' | 'network'>
  readonly target: SnapshotTarget
  readonly journal: SnapshotJournal
  readonly sources: Sources
  /** Whether a peer serves blocks of the target's chain. */
  readonly isServer: (peer: Peer) => boolean
  /** Whether a peer may turn out to be one. */
  readonly mayServe: (peer: Peer) => boolean
  readonly signal: AbortSignal
}

/** The block that is needed next, and the total difficulty up to it. */
interface Wanted {
  readonly number: number
  readonly hash: Hash
  readonly totalDifficulty: bigint
}

/**
 * Blocks below a snapshot that the rules of later blocks read: REMASC reads uncles and fees of 4,000 blocks, contracts
 * headers of as many. The reference node fetches the same number.
 */
const blocksBelow = 6_000
const lookMs = 200

/** Fetches the block of a snapshot and those below it, newest first. They are not executed. */
export class BlockDownload {
  readonly #parts: BlockDownloadParts
  readonly #pause = new Signal()

  constructor(parts: BlockDownloadParts) {
    this.#parts = parts
    parts.signal.addEventListener('abort', () => this.#pause.set(), { once: true })
  }

  async run(): Promise<void> {
    const { target, signal } = this.#parts
    const lowest = Math.max(1, target.number - blocksBelow)
    let wanted = this.#firstMissing()
    while (wanted.number >= lowest) {
      signal.throwIfAborted()
      const peer = await this.#source()
      const blocks = await this.#fetch(peer, wanted)
      const linked = this.#linked(peer, blocks, wanted)
      wanted = this.#store(
        linked.filter(({ header }) => header.number >= lowest),
        wanted,
      )
    }
  }

  /** Below the blocks that were stored before this node was stopped. */
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
      await this.#pause.wait(lookMs)
    }
  }

  /** Blocks, newest first. */
  async #fetch(peer: Peer, { number }: Wanted): Promise<Block[]> {
    const { sources, chain, signal } = this.#parts
    const request = { kind: 'snap-blocks-request', blockNumber: number + 1 } as const
    const response = await sources.ask(peer, request, signal)
    if (response === undefined) return []
    try {
      return response.blocks.map((bytes) => decodeBlock(ownBytes(bytes), chain.network)).reverse()
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      sources.offended(peer, 'invalid-message', error.message)
      return []
    }
  }

  /** The blocks that lead down from the wanted one; their headers are verified already. */
  #linked(peer: Peer, blocks: readonly Block[], { number, hash }: Wanted): Block[] {
    const { sources, chain } = this.#parts
    const linked: Block[] = []
    let expected = hash
    for (const block of blocks) {
      const problem = blockProblem(block, expected, chain.network)
      if (problem !== undefined) {
        sources.offended(peer, 'invalid-block', `block ${number - linked.length}: ${problem}`)
        break
      }
      linked.push(block)
      expected = block.header.parentHash
    }
    return linked
  }

  #store(blocks: readonly Block[], first: Wanted): Wanted {
    let wanted = first
    if (blocks.length === 0) return wanted
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

/** The hash of a block does not cover its uncles and its proof of work. */
function blockProblem(block: Block, expected: Hash, network: Network): string | undefined {
  if (!equalBytes(block.header.hash, expected)) return 'it is another block'
  const rejection = unclesHashRejection(block) ?? proofOfWorkRejection(block.header, network)
  return rejection && `${rejection.reason}: ${rejection.detail}`
}
