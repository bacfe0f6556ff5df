import { reasonOf } from '../../primitives/errors.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { CompressedHeader } from '../messages/compressedHeader.ts'
import type { BlockIdentifier } from '../messages/message.ts'
import { type Peer, PeerGone, type RequestOptions } from '../session/peer.ts'
import { type HeaderContext, requestHeaders } from './headerChunk.ts'
import { Signal } from './signal.ts'
import { offenceOf } from './syncFailure.ts'
import type { SyncParts } from './syncParts.ts'

/** Headers up to a point of the leader's chain. A peer whose chain contains the point has all of them. */
export interface Section {
  readonly last: BlockIdentifier
  readonly sources: Set<Peer>
}

export interface SectionHeadersParts extends Omit<HeaderContext, 'peer'>, Pick<SyncParts, 'report'> {
  readonly lead: Peer
  readonly options: Required<RequestOptions>
}

/** Another peer is asked for the same headers after this time. */
const patienceMs = 2_000

/**
 * Fetches the headers of sections, from the leader while it answers in time. The hash of the last header proves all of
 * them, so any source can send them.
 */
export class SectionHeaders {
  readonly #parts: SectionHeadersParts
  /** Peers that others were asked after. They are asked last. */
  readonly #late = new Set<Peer>()

  constructor(parts: SectionHeadersParts) {
    this.#parts = parts
  }

  /** Throws the failure of the leader when no source delivers. */
  async fetch({ last, sources }: Section, parent: BlockHeader): Promise<readonly CompressedHeader[]> {
    const { lead, options } = this.#parts
    const news = new Signal()
    const asked = new Set<Peer>()
    const pending = new Set<Peer>()
    const received: (readonly CompressedHeader[])[] = []
    let failure: unknown

    const ask = async (peer: Peer): Promise<void> => {
      asked.add(peer)
      pending.add(peer)
      try {
        received.push(await requestHeaders({ ...this.#parts, peer }, parent, last, options))
      } catch (error) {
        // While the others may still deliver, it is unknown whether the leader's failure ends the headers.
        if (peer === lead && received.length === 0) failure = error
        else this.#judge(peer, error)
      }
      pending.delete(peer)
      news.set()
    }

    for (;;) {
      const headers = received[0]
      if (headers !== undefined) {
        if (failure !== undefined) this.#judge(lead, failure)
        return headers
      }
      options.signal.throwIfAborted()
      const peer = this.#next(sources, asked)
      if (peer !== undefined) {
        for (const late of pending) this.#late.add(late)
        void ask(peer)
      } else if (pending.size === 0) throw failure ?? new PeerGone('headers-request')
      await news.wait(patienceMs)
    }
  }

  /** The sources are in the order in which they were found, the leader first. */
  #next(sources: ReadonlySet<Peer>, asked: ReadonlySet<Peer>): Peer | undefined {
    const open = [...sources].filter((peer) => peer.isOpen && !asked.has(peer))
    return open.find((peer) => !this.#late.has(peer)) ?? open[0]
  }

  #judge(peer: Peer, error: unknown): void {
    const { report, options } = this.#parts
    const offence = offenceOf(error)
    if (offence !== undefined && !options.signal.aborted) report(peer, offence, reasonOf(error))
  }
}
