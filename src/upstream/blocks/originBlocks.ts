import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { asHash, emptyBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toBigInt, unsignedBytes } from '../../primitives/integers.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Block } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { decodeReceipt, encodeReceipt, type Receipt } from '../../protocol/receipts.ts'
import { EndpointFault } from '../answers/fields.ts'
import { requireWork } from '../answers/headerFrom.ts'
import { type PastPlace, placeIn } from '../answers/placeIn.ts'
import type { ForkCache } from '../cache/forkCache.ts'
import type { FetchTask, MissingValues } from '../fetching/missingValues.ts'
import { UpstreamError } from '../upstreamError.ts'
import { type BlockName, blocksTask, missingBlock, receiptsTask } from './blockTasks.ts'
import type { PastBlocks } from './historyStore.ts'
import {
  blockKey,
  decodePastBlock,
  encodePastBlock,
  numberKeyOf,
  type PastBlock,
  placeKey,
  receiptsKey,
} from './pastBlock.ts'

const heldBlocks = 4096
const heldNames = 100_000
/** Blocks around a missing number that are fetched with it: rules and contracts read the neighbours next. */
const blocksBelow = 7
const blocksAbove = 8

export interface OriginBlocksParts {
  readonly network: Network
  readonly cache: ForkCache
  readonly missing: MissingValues
  /** The last block of the origin that belongs to the fork. */
  readonly lastNumber: number
  /** Whether the proof of work of every header is checked. */
  readonly checksWork: boolean
  /** Receives every block that is loaded into memory. */
  readonly onBlock: (block: Block) => void
}

/** The blocks of the origin up to the fork, each fetched once. */
export class OriginBlocks implements PastBlocks {
  readonly #parts: OriginBlocksParts
  readonly #blocks = new BoundedMap<string, PastBlock>(heldBlocks)
  readonly #numbers = new BoundedMap<number, Hash>(heldBlocks)
  readonly #receipts = new BoundedMap<string, readonly Receipt[]>(heldBlocks)
  /** Undefined for a transaction that the fork does not have. */
  readonly #places = new BoundedMap<string, { readonly place: PastPlace | undefined }>(heldNames)
  readonly #unknown = new BoundedMap<string, true>(heldNames)

  constructor(parts: OriginBlocksParts) {
    this.#parts = parts
  }

  /** The hash of the canonical block with this number, which is not above the fork. */
  hashAt(number: number): Hash | undefined {
    if (number > this.#parts.lastNumber) return undefined
    return this.#parts.missing.need(
      `number ${number}`,
      () => this.#knownHash(number),
      () => blocksTask(this.#window(number), this.#taskParts()),
    )
  }

  block(hash: Hash): PastBlock | undefined {
    const key = wordKey(hash)
    const known = (): { readonly past: PastBlock | undefined } | undefined => {
      const past = this.#unknown.has(key) ? undefined : this.#knownBlock(hash)
      return past !== undefined || this.#unknown.has(key) ? { past } : undefined
    }
    const task = (): FetchTask => blocksTask([hash], this.#taskParts())
    return this.#parts.missing.need(`block ${key}`, known, task).past
  }

  headerOf(hash: Hash): ReturnType<PastBlocks['headerOf']> {
    const past = this.block(hash)
    return past && { header: past.block.header, totalDifficulty: past.totalDifficulty }
  }

  bodyOf(hash: Hash): Block {
    return this.block(hash)!.block
  }

  receipts(hash: Hash): readonly Receipt[] {
    const { block } = this.block(hash)!
    return this.#parts.missing.need(
      `receipts ${wordKey(hash)}`,
      () => this.#knownReceipts(hash),
      () => receiptsTask(block, this.#parts.network, (receipts) => this.#keepReceipts(hash, receipts)),
    )
  }

  /** Undefined for a transaction that is not in a block up to the fork. The block must have it at its place. */
  place(transaction: Hash): PastPlace | undefined {
    const { place } = this.#parts.missing.need(
      `place ${wordKey(transaction)}`,
      () => this.#knownPlace(transaction),
      () => this.#placeTask(transaction),
    )
    if (place === undefined) return undefined
    const { block } = this.block(this.hashAt(place.blockNumber)!)!
    const found = block.transactions[place.index]
    if (found !== undefined && equalBytes(found.hash, transaction)) {
      this.#storePlace(transaction, place)
      return place
    }
    // A guessing run is discarded; the next run must find the same place.
    if (!this.#parts.missing.isGuessing) this.#places.delete(wordKey(transaction))
    throw new UpstreamError(
      'unproven',
      `the endpoint ${this.#parts.missing.shown} names block ${place.blockNumber} and index ${place.index} for a transaction that is not there`,
    )
  }

  #window(number: number): number[] {
    const first = Math.max(0, number - blocksBelow)
    const last = Math.min(this.#parts.lastNumber, number + blocksAbove)
    const numbers: number[] = []
    for (let next = first; next <= last; next++) if (this.#knownHash(next) === undefined) numbers.push(next)
    return numbers
  }

  #taskParts() {
    const { network } = this.#parts
    return { network, found: (name: BlockName, past: PastBlock | undefined) => this.#found(name, past) }
  }

  #found(name: BlockName, past: PastBlock | undefined): void {
    if (past === undefined) {
      if (typeof name === 'number') throw missingBlock(name)
      this.#unknown.set(wordKey(name), true)
      return
    }
    const { number, hash } = past.block.header
    // A block above the fork, or of a branch, is not part of the local chain's past.
    if (typeof name !== 'number' && number > this.#parts.lastNumber) this.#unknown.set(wordKey(hash), true)
    else this.keep(past, typeof name === 'number')
  }

  /** Checks and stores a block that was fetched. Throws an `EndpointFault`. */
  keep(past: PastBlock, isCanonical = true): void {
    const { header } = past.block
    const { checksWork, network, cache } = this.#parts
    if (checksWork) requireWork(header, network)
    if (isCanonical) this.#checkLink(past)
    this.#hold(past)
    if (isCanonical) this.#numbers.set(header.number, header.hash)
    cache.put([
      [blockKey(header.hash), encodePastBlock(past)],
      ...(isCanonical ? [[numberKeyOf(header.number), header.hash] as const] : []),
    ])
  }

  /** A canonical block must be the parent of the next one, if that is known. */
  #checkLink({ block: { header } }: PastBlock): void {
    const above = this.#knownHash(header.number + 1)
    const next = above && this.#knownBlock(above)
    if (next !== undefined && !equalBytes(next.block.header.parentHash, header.hash)) {
      throw new EndpointFault('reorganised', `has another block ${header.number} now`)
    }
  }

  #knownHash(number: number): Hash | undefined {
    return (
      this.#numbers.use(number) ??
      this.#cached(numberKeyOf(number), asHash, (hash) => this.#numbers.set(number, hash))
    )
  }

  #knownBlock(hash: Hash): PastBlock | undefined {
    const decode = (bytes: Uint8Array): PastBlock => decodePastBlock(bytes, this.#parts.network)
    return this.#blocks.use(wordKey(hash)) ?? this.#cached(blockKey(hash), decode, (past) => this.#hold(past))
  }

  /** Takes a value from the cache on disk into memory. */
  #cached<Value>(
    key: Uint8Array,
    decode: (bytes: Uint8Array) => Value,
    hold: (value: Value) => void,
  ): Value | undefined {
    const bytes = this.#parts.cache.get(key)
    if (bytes === undefined) return undefined
    const value = decode(bytes)
    hold(value)
    return value
  }

  #hold(past: PastBlock): void {
    this.#blocks.set(wordKey(past.block.header.hash), past)
    this.#parts.onBlock(past.block)
  }

  #knownReceipts(hash: Hash): readonly Receipt[] | undefined {
    const hold = (receipts: readonly Receipt[]) => this.#receipts.set(wordKey(hash), receipts)
    return this.#receipts.use(wordKey(hash)) ?? this.#cached(receiptsKey(hash), decodeReceipts, hold)
  }

  #keepReceipts(hash: Hash, receipts: readonly Receipt[]): void {
    this.#receipts.set(wordKey(hash), receipts)
    const content = encodeRlpList(receipts.map((receipt) => encodeRlp(encodeReceipt(receipt))))
    this.#parts.cache.put([[receiptsKey(hash), content]])
  }

  #knownPlace(transaction: Hash): { readonly place: PastPlace | undefined } | undefined {
    const key = wordKey(transaction)
    const decode = (bytes: Uint8Array) => ({ place: decodePlace(bytes) })
    return (
      this.#places.use(key) ??
      this.#cached(placeKey(transaction), decode, (found) => this.#places.set(key, found))
    )
  }

  #placeTask(transaction: Hash): FetchTask {
    const { lastNumber, cache } = this.#parts
    return {
      calls: [{ method: 'eth_getTransactionByHash', params: [toHex(transaction)] }],
      settle: ([answer]) => {
        const found = placeIn(answer!.result)
        const place = found !== undefined && found.blockNumber <= lastNumber ? found : undefined
        this.#places.set(wordKey(transaction), { place })
        // A transaction that is absent up to the fork stays absent. A place is stored once its block confirms it.
        if (place === undefined) cache.put([[placeKey(transaction), emptyBytes]])
        return undefined
      },
    }
  }

  #storePlace(transaction: Hash, place: PastPlace): void {
    const { cache } = this.#parts
    const key = placeKey(transaction)
    if (cache.get(key) === undefined) cache.put([[key, encodePlace(place)]])
  }
}

function decodeReceipts(bytes: Uint8Array): Receipt[] {
  const receipts: Receipt[] = []
  for (const list = RlpReader.list(bytes, 'cached receipts'); !list.done; ) {
    receipts.push(decodeReceipt(list.bytes('receipt')))
  }
  return receipts
}

const encodePlace = ({ blockNumber, index }: PastPlace): Uint8Array =>
  encodeRlp([unsignedBytes(blockNumber), unsignedBytes(index)])

function decodePlace(bytes: Uint8Array): PastPlace | undefined {
  if (bytes.length === 0) return undefined
  const reader = RlpReader.list(bytes, 'cached place')
  return {
    blockNumber: Number(toBigInt(reader.bytes('blockNumber'))),
    index: Number(toBigInt(reader.bytes('index'))),
  }
}
