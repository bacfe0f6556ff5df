import type { EndpointPool } from '../../light/endpoints/endpointPool.ts'
import type { LightHeaders } from '../../light/lightHeaders.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { type Block, weightOf } from '../../protocol/block.ts'
import { genesisBlock } from '../../protocol/genesis.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { type CallAnswer, EndpointFault } from '../../upstream/answers/fields.ts'
import { type NamedPlace, type PastPlace, placeIn } from '../../upstream/answers/placeIn.ts'
import { blocksTask, missingBlock, receiptsInOneCall } from '../../upstream/blocks/blockTasks.ts'
import type { PastBlocks } from '../../upstream/blocks/historyStore.ts'
import type { FetchTask, MissingValues } from '../../upstream/fetching/missingValues.ts'

export interface LightBlocksParts {
  readonly headers: LightHeaders
  readonly endpoints: Pick<EndpointPool, 'endpoints'>
  readonly missing: MissingValues
  /** Receives every header that is read. */
  readonly onHeader: (header: BlockHeader) => void
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
}

/** Memory for bodies, and for receipts: those of the blocks that one search for logs may read. */
const [bodyBytes, receiptBytes] = [32 << 20, 64 << 20]
const entryBytes = 500
/** Memory of a transaction, or a receipt, and of a log, besides its data. */
const itemBytes = 600
const heldPlaces = 10_000
interface HeldPlace {
  readonly place: PastPlace
  /** The block in which the transaction was found there; undefined for what an endpoint says. */
  readonly block: Hash | undefined
  readonly accuse?: CallAnswer['accuse']
}
/** Absence has no proof, and a transaction may be mined at any time, so the endpoints are asked again after this time. */
const absenceMs = 1_000

/** The blocks of believed headers, whose bodies and receipts are fetched on demand and hash to the roots in the header. */
export class LightBlocks implements PastBlocks {
  readonly #parts: LightBlocksParts
  readonly #genesis: Block
  readonly #bodies = new BoundedMap<string, Block>(bodyBytes, weightOfBody)
  readonly #receipts = new BoundedMap<string, readonly Receipt[]>(receiptBytes, weightOfReceipts)
  readonly #places = new BoundedMap<string, HeldPlace>(heldPlaces)
  readonly #absent = new BoundedMap<string, { readonly atMs: number }>(heldPlaces)
  /** The head that clients know; the headers may have a newer one. */
  #shown: BlockHeader
  /** The part of the shown branch that the headers' best chain does not have. */
  #left:
    | { readonly best: Hash; readonly hashes: ReadonlyMap<number, Hash>; readonly lowest: number }
    | undefined

  constructor(parts: LightBlocksParts) {
    this.#parts = parts
    this.#genesis = genesisBlock(parts.headers.network)
    this.#shown = parts.headers.head.header
  }

  get shown(): BlockHeader {
    return this.#shown
  }

  /** Makes a block of the headers the head. */
  show(head: BlockHeader): void {
    this.#shown = head
    this.#left = undefined
  }

  headerOf(hash: Hash): ReturnType<PastBlocks['headerOf']> {
    const { header: genesis } = this.#genesis
    const found =
      this.#parts.headers.byHash(hash) ??
      (equalBytes(hash, genesis.hash)
        ? { header: genesis, totalDifficulty: weightOf(this.#genesis) }
        : undefined)
    if (found !== undefined) this.#parts.onHeader(found.header)
    return found
  }

  hashAt(number: number): Hash | undefined {
    if (number > this.#shown.number) return undefined
    const { hashes, lowest } = this.#leftBranch()
    if (number >= lowest) return hashes.get(number)
    const linked = this.#parts.headers.at(number)
    // The first block of a public network is known without a link.
    return linked === undefined && number === 0 ? this.#genesis.header.hash : linked?.header.hash
  }

  /** The header of a canonical block. */
  headerAt(number: number): BlockHeader | undefined {
    const hash = this.hashAt(number)
    return hash && this.headerOf(hash)?.header
  }

  bodyOf(hash: Hash): Block {
    const key = wordKey(hash)
    if (equalBytes(hash, this.#genesis.header.hash)) return this.#genesis
    return this.#parts.missing.need(
      `body ${key}`,
      () => this.#bodies.use(key),
      () =>
        blocksTask([hash], {
          network: this.#parts.headers.network,
          found: (_, past) => {
            if (past === undefined) throw missingBlock(this.headerOf(hash)?.header.number ?? 0)
            this.#bodies.set(key, past.block)
          },
        }),
    )
  }

  receipts(hash: Hash): readonly Receipt[] {
    const key = wordKey(hash)
    const block = this.bodyOf(hash)
    if (block.transactions.length === 0) return []
    const { network } = this.#parts.headers
    return this.#parts.missing.need(
      `receipts ${key}`,
      () => this.#receipts.use(key),
      () => receiptsInOneCall(block, network, (receipts) => this.#receipts.set(key, receipts)),
    )
  }

  /** Whether reading the receipts takes no request. */
  hasReceipts(hash: Hash): boolean {
    return this.#receipts.has(wordKey(hash))
  }

  /** The block at the place must have the transaction there. */
  place(transaction: Hash): PastPlace | undefined {
    const key = wordKey(transaction)
    const { place, accuse } = this.#place(transaction, key)
    const hash = place && this.hashAt(place.blockNumber)
    if (hash === undefined) return undefined
    const found = this.bodyOf(hash).transactions[place!.index]
    if (found !== undefined && equalBytes(found.hash, transaction)) {
      this.#places.set(key, { place: place!, block: hash })
      return place
    }
    this.#places.delete(key)
    const { blockNumber, index } = place!
    accuse?.(
      `names block ${blockNumber} and index ${index} for transaction ${toHex(transaction)}, which is not there`,
    )
    // The others are asked, until none is left.
    return this.#place(transaction, key).place
  }

  #place(transaction: Hash, key: string): Partial<HeldPlace> {
    return this.#parts.missing.need(
      `place ${key}`,
      () => this.#knownPlace(key),
      () => this.#placeTask(transaction),
    )
  }

  #knownPlace(key: string): Partial<HeldPlace> | undefined {
    const held = this.#places.use(key)
    if (held !== undefined && this.#isCurrent(held)) return held
    const absent = this.#absent.get(key)
    if (absent === undefined || this.#parts.now() - absent.atMs > absenceMs) return undefined
    return {}
  }

  /** After a reorganisation the transaction may be elsewhere. */
  #isCurrent({ place, block }: HeldPlace): boolean {
    const canonical = block && this.hashAt(place.blockNumber)
    return block === undefined || (canonical !== undefined && equalBytes(canonical, block))
  }

  #placeTask(transaction: Hash): FetchTask {
    let unknown = 0
    return {
      calls: [{ method: 'eth_getTransactionByHash', params: [toHex(transaction)] }],
      settle: ([answer]) => {
        const key = wordKey(transaction)
        const { result, accuse } = answer!
        const place = placeIn(result)
        if (place !== undefined && this.#isBelieved(place))
          this.#places.set(key, { place, block: undefined, accuse })
        else if (++unknown >= this.#askable) this.#absent.set(key, { atMs: this.#parts.now() })
        // An endpoint may withhold a transaction, so the next one is asked.
        else throw new EndpointFault('missing-block', `does not know transaction ${toHex(transaction)}`)
        return undefined
      },
    }
  }

  /** Whether the block of the place is believed: an endpoint also knows newer ones, and other branches. Throws an `EndpointFault`. */
  #isBelieved({ blockNumber, blockHash }: NamedPlace): boolean {
    const named = this.#parts.headers.byHash(blockHash)?.header.number ?? blockNumber
    if (named !== blockNumber)
      throw new EndpointFault('malformed', `gives the hash of block ${named} for block ${blockNumber}`)
    const canonical = this.hashAt(blockNumber)
    return canonical !== undefined && equalBytes(canonical, blockHash)
  }

  get #askable(): number {
    return this.#parts.endpoints.endpoints.filter(({ standing }) => standing === 'good').length
  }

  /** Walks back from the shown head until the headers' best chain has the block. */
  #leftBranch(): { readonly hashes: ReadonlyMap<number, Hash>; readonly lowest: number } {
    const { headers } = this.#parts
    const best = headers.head.header.hash
    if (this.#left !== undefined && equalBytes(this.#left.best, best)) return this.#left
    const hashes = new Map<number, Hash>()
    let header: BlockHeader | undefined = this.#shown
    while (header !== undefined && !isAt(headers, header)) {
      hashes.set(header.number, header.hash)
      header = headers.byHash(header.parentHash)?.header
    }
    this.#left = { best, hashes, lowest: (header?.number ?? -1) + 1 }
    return this.#left
  }
}

function isAt(headers: LightHeaders, { number, hash }: BlockHeader): boolean {
  const canonical = headers.at(number)?.header.hash
  return canonical !== undefined && equalBytes(canonical, hash)
}

function weightOfBody({ transactions, uncles }: Block): number {
  const items = (transactions.length + uncles.length) * itemBytes
  return transactions.reduce((sum, { inBody }) => sum + inBody.length, entryBytes + items)
}

const weightOfReceipts = (receipts: readonly Receipt[]): number =>
  receipts.reduce(
    (sum, { logs }) => logs.reduce((own, { data }) => own + itemBytes + data.length, sum + itemBytes),
    entryBytes,
  )
