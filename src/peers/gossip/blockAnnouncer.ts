import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { sample } from '../../primitives/sample.ts'
import { encodeBlock } from '../../protocol/block.ts'
import type { Peer } from '../session/peer.ts'
import { farBehind } from '../sync/chainLag.ts'
import type { BlockHolders } from './blockHolders.ts'

export interface BlockAnnouncerParts {
  readonly chain: Chain
  readonly peers: () => Iterable<Peer>
  readonly holders: BlockHolders
  /** Whether others know so much more that our blocks are no news. */
  readonly isFarBehind: () => boolean
  /** From 0 up to but not including 1. */
  readonly random: () => number
  /** Tells all peers how far we have come, when there is more news than can be told block by block. */
  readonly tellStatus: () => void
}

/**
 * Tells peers of blocks that join the best chain. A block of our own goes whole to a few, which is quickest; of
 * all others, and to all others, only the hash is told, and who wants the block asks for it.
 */
export class BlockAnnouncer {
  readonly #parts: BlockAnnouncerParts
  readonly #unfollow: () => void
  #news: StoredBlock[] = []
  #isTooMuch = false

  constructor(parts: BlockAnnouncerParts) {
    this.#parts = parts
    this.#unfollow = parts.chain.on('block', (block) => this.#add(block))
  }

  close(): void {
    this.#unfollow()
    this.#news = []
  }

  /** Blocks that come together, as in a reorganisation, are told together, and only the last of many. */
  #add(block: StoredBlock): void {
    if (this.#news.length === 0) setImmediate(() => this.#tell())
    this.#news.push(block)
    if (this.#news.length <= farBehind) return
    this.#news.shift()
    this.#isTooMuch = true
  }

  #tell(): void {
    const { chain, peers, isFarBehind, tellStatus } = this.#parts
    const blocks = this.#news.filter((block) => chain.isCanonical(block))
    const isTooMuch = this.#isTooMuch
    this.#news = []
    this.#isTooMuch = false
    if (blocks.length === 0 || isFarBehind()) return
    if (isTooMuch) tellStatus()
    const audience = [...peers()].filter(({ isOpen, status }) => isOpen && status !== undefined)
    for (const block of blocks) this.#pushOwn(block, audience)
    for (const peer of audience) this.#announce(blocks, peer)
  }

  /** Nobody had it before us: we made it. */
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
