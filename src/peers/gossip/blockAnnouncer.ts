import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { encodeBlock } from '../../protocol/block.ts'
import { sample } from '../sample.ts'
import type { Peer } from '../session/peer.ts'
import { farBehind } from '../sync/chainLag.ts'
import type { SyncParts } from '../sync/syncParts.ts'
import type { BlockHolders } from './blockHolders.ts'

export interface BlockAnnouncerParts extends Pick<SyncParts, 'chain' | 'peers'> {
  readonly holders: BlockHolders
  /** Whether the peers are so far ahead that they already have our blocks. */
  readonly isFarBehind: () => boolean
  /** A number in [0, 1). */
  readonly random: () => number
  /** Sends our status to all peers, when there are more new blocks than can be announced one by one. */
  readonly sendStatus: () => void
}

/**
 * Announces blocks that join the best chain. A block that this node mined goes whole to a few peers, which is fastest.
 * Everything else is announced by hash, and peers request the blocks that they lack.
 */
export class BlockAnnouncer {
  readonly #parts: BlockAnnouncerParts
  readonly #unfollow: () => void
  #newBlocks: StoredBlock[] = []
  /** Whether more blocks joined than are announced, so that the oldest were dropped. */
  #hasOverflowed = false

  constructor(parts: BlockAnnouncerParts) {
    this.#parts = parts
    this.#unfollow = parts.chain.on('block', (block) => this.#add(block))
  }

  close(): void {
    this.#unfollow()
    this.#newBlocks = []
  }

  /**
   * Blocks that join together, as in a reorganisation, are announced in one message. If there are too many, only the
   * newest are announced.
   */
  #add(block: StoredBlock): void {
    if (this.#newBlocks.length === 0) setImmediate(() => this.#flush())
    this.#newBlocks.push(block)
    if (this.#newBlocks.length <= farBehind) return
    this.#newBlocks.shift()
    this.#hasOverflowed = true
  }

  #flush(): void {
    const { chain, peers, isFarBehind, sendStatus } = this.#parts
    const blocks = this.#newBlocks.filter((block) => chain.isCanonical(block))
    const hasOverflowed = this.#hasOverflowed
    this.#newBlocks = []
    this.#hasOverflowed = false
    if (blocks.length === 0 || isFarBehind()) return
    if (hasOverflowed) sendStatus()
    const audience = [...peers()].filter(({ isOpen, status }) => isOpen && status !== undefined)
    for (const block of blocks) this.#pushOwn(block, audience)
    for (const peer of audience) this.#announce(blocks, peer)
  }

  /** A block that no peer is known to have was mined by this node. */
  #pushOwn(block: StoredBlock, audience: readonly Peer[]): void {
    const { holders, random } = this.#parts
    if (holders.isKnown(block.hash)) return
    const message = { kind: 'block', block: encodeBlock(block) } as const
    for (const peer of sample(audience, Math.floor(Math.sqrt(audience.length)), random)) {
      if (peer.send(message)) holders.add(block.hash, peer)
    }
  }

  #announce(blocks: readonly StoredBlock[], peer: Peer): void {
    const { holders } = this.#parts
    const lacking = blocks.filter(({ hash }) => !holders.has(hash, peer))
    if (lacking.length === 0) return
    const announcements = lacking.map(({ hash, number }) => ({ hash, number }))
    if (!peer.send({ kind: 'new-block-hashes', announcements })) return
    for (const { hash } of lacking) holders.add(hash, peer)
  }
}
