import { setImmediate as nextTurn } from 'node:timers/promises'
import { loneHeaderRejection } from '../../chain/importing/blockRules.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Block } from '../../protocol/block.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import { headerOfBlock, joinBlock } from '../messages/blockParts.ts'
import { type BlockIdentifier, type EncodedBody, ownBytes } from '../messages/message.ts'
import type { Peer } from '../session/peer.ts'
import { farBehind } from '../sync/chainLag.ts'
import type { SyncParts } from '../sync/syncParts.ts'
import type { BlockHolders } from './blockHolders.ts'
import type { GossipPool, TransactionIntakeParts } from './transactionIntake.ts'

/** A block is requested again, from another peer, after this time. */
const patienceMs = 3_000
const rememberedRequests = 1_024

export interface BlockIntakeParts
  extends Pick<SyncParts, 'chain' | 'refused' | 'now' | 'nowSeconds' | 'onError' | 'debug'>,
    Pick<TransactionIntakeParts, 'isFarBehind' | 'record'> {
  readonly pool: Pick<GossipPool, 'get'>
  readonly holders: BlockHolders
}

/** Why a block is not imported. */
interface Refusal {
  readonly reason: string
  readonly detail: string
}

interface Waiting {
  readonly peer: Peer
  readonly header: BlockHeader
  readonly bytes: Uint8Array
}

/** Blocks more than this many ahead of our best block, or behind it, are ignored. */
const maximumAhead = 3_840
const maximumBehind = 7

/** A timestamp in the near future may be due to a wrong clock, so it is not held against the peer. */
const timestampReason = 'timestamp'

const maximumWaiting = 128
const maximumWaitingBytes = 16 << 20

/**
 * Imports the blocks that peers push or announce while our chain is near the head. The proof of work is checked before
 * the body is decoded. A missing parent is requested from the peer that sent the child.
 */
export class BlockIntake {
  readonly #parts: BlockIntakeParts
  /** When blocks were requested, so that a block is not fetched from every peer that announces it. */
  readonly #requestedAtMs = new BoundedMap<string, number>(rememberedRequests)
  readonly #waiting: Waiting[] = []
  #waitingBytes = 0
  #isImporting = false

  constructor(parts: BlockIntakeParts) {
    this.#parts = parts
  }

  /** Drops waiting blocks. */
  close(): void {
    this.#waiting.length = 0
    this.#waitingBytes = 0
  }

  /** A peer has announced blocks. */
  announced(peer: Peer, announcements: readonly BlockIdentifier[]): void {
    const { chain, holders, refused, isFarBehind } = this.#parts
    for (const { hash } of announcements.slice(-farBehind)) holders.add(hash, peer)
    if (isFarBehind()) return
    const limit = chain.head.number + maximumAhead
    const wanted = announcements.filter(
      ({ hash, number }) => number <= limit && !chain.hasBlock(hash) && !refused.has(hash),
    )
    for (const { hash } of wanted.slice(-farBehind)) this.#ask(peer, hash)
  }

  /** A peer has sent a block. */
  received(peer: Peer, bytes: Uint8Array): void {
    try {
      this.#consider(peer, ownBytes(bytes))
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      this.#parts.record(peer, 'invalid-message', error.message)
    }
  }

  #consider(peer: Peer, bytes: Uint8Array): void {
    const { chain, holders, refused, record, nowSeconds } = this.#parts
    const header = headerOfBlock(bytes, chain.network)
    if (!this.#isUsable(header) || refused.has(header.hash)) return
    const rejection = loneHeaderRejection(header, chain.network, nowSeconds())
    if (rejection === undefined) {
      holders.add(header.hash, peer)
      this.#enqueue({ peer, header, bytes })
      return
    }
    this.#logRefusal(peer, header, rejection)
    if (rejection.reason !== timestampReason) record(peer, 'invalid-block', rejection.detail)
  }

  #isUsable({ number, hash, parentHash }: BlockHeader): boolean {
    const { chain, isFarBehind } = this.#parts
    const best = chain.head.number
    if (number === 0 || number > best + maximumAhead || number < best - maximumBehind) return false
    if (chain.hasBlock(hash)) return false
    // The synchroniser fetches blocks with missing ancestors.
    return chain.hasBlock(parentHash) || !(isFarBehind() || number > best + farBehind)
  }

  #enqueue(waiting: Waiting): void {
    const { length } = waiting.bytes
    if (this.#waiting.length >= maximumWaiting || this.#waitingBytes + length > maximumWaitingBytes) return
    this.#waiting.push(waiting)
    this.#waitingBytes += length
    if (!this.#isImporting) void this.#importAll()
  }

  /** A block whose import throws, for example because the disk is full, does not keep the others waiting. */
  async #importAll(): Promise<void> {
    this.#isImporting = true
    for (;;) {
      await nextTurn()
      const next = this.#waiting.shift()
      if (next === undefined) break
      this.#waitingBytes -= next.bytes.length
      try {
        this.#import(next)
      } catch (error) {
        this.#parts.onError(error)
      }
    }
    this.#isImporting = false
  }

  #import({ peer, header, bytes }: Waiting): void {
    const { chain, refused, record } = this.#parts
    if (chain.hasBlock(header.hash)) return
    const block = this.#decoded(peer, header, bytes)
    if (block === undefined) return
    this.#addKnownSenders(block)
    const outcome = chain.import(block)
    if (outcome.status === 'orphan') this.#ask(peer, header.parentHash)
    else if (outcome.status !== 'rejected') record(peer, 'valid-block')
    else {
      const { rejection } = outcome
      this.#logRefusal(peer, header, rejection)
      if (rejection.reason === timestampReason) return
      refused.add(header.hash)
      // Nodes announce blocks before they execute them, so only an unrequested block is held against its sender.
      if (!this.#requestedAtMs.has(wordKey(header.hash))) record(peer, 'invalid-block', rejection.detail)
    }
  }

  /** The hash of a transaction covers its signature, so the sender that the pool knows need not be recovered again. */
  #addKnownSenders({ transactions }: Block): void {
    for (const transaction of transactions) {
      const { hash } = transaction
      const sender = this.#parts.pool.get(hash)?.sender
      if (sender !== undefined) transaction.learn({ hash, sender })
    }
  }

  /** Decodes the body like one that comes alone, which rejects a body of another block cheaply. */
  #decoded(peer: Peer, header: BlockHeader, bytes: Uint8Array): Block | undefined {
    const { chain, record } = this.#parts
    try {
      return joinBlock({ header, extension: null }, bodyIn(bytes), chain.network)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      this.#logRefusal(peer, header, { reason: 'body', detail: error.message })
      record(peer, 'invalid-block', error.message)
      return undefined
    }
  }

  #logRefusal({ id }: Peer, { number, hash }: BlockHeader, { reason, detail }: Refusal): void {
    this.#parts.debug('block-refused', { peer: id, number, hash: toHex(hash), reason, detail })
  }

  #ask(peer: Peer, hash: Hash): void {
    const key = wordKey(hash)
    const nowMs = this.#parts.now()
    if (nowMs - (this.#requestedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < patienceMs) return
    this.#requestedAtMs.set(key, nowMs)
    peer.send({ kind: 'get-block', hash })
  }
}

function bodyIn(block: Uint8Array): EncodedBody {
  const reader = RlpReader.list(block, 'block')
  reader.encoded('header')
  const transactions = reader.encoded('transactions')
  const uncles = reader.encoded('uncles')
  reader.end()
  return { transactions, uncles, extension: null }
}
