import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { WorkMeter } from '../budget/workMeter.ts'
import { prices } from '../budget/workPrices.ts'
import { JsonText } from '../json/jsonText.ts'
import { blockShape } from './blockShape.ts'
import { receiptShape, unitsOfReceipt } from './receiptShape.ts'

/** Maximum size of each cache, in bytes; a larger one had no more hits in the benchmark. */
const maximumKept = 16 << 20
const receiptBytesPerUnit = 4_000
/** Memory of a kept text besides its characters, each of one byte. */
const keptWeight = 200

export interface TextOptions {
  /** Whether blocks are written without the REMASC transaction. */
  readonly skipsRemasc?: boolean
  /** Root of the edited state after a block of a development chain, against which proofs are made. */
  readonly editedRoot?: (hash: Hash) => Hash | undefined
  /** Memory for the texts of blocks. */
  readonly keptBytes?: number
}

/** The JSON texts of blocks and receipts. They never change and many clients ask for the same ones, so they are kept in bounded caches. */
export class WrittenTexts {
  readonly #network: Network
  readonly #skipsRemasc: boolean
  readonly #editedRoot: (hash: Hash) => Hash | undefined
  readonly #fullBlocks: BoundedMap<string, JsonText>
  /** Blocks by their hash, receipts by that of their block with their position. */
  readonly #blocks: BoundedMap<string, JsonText>

  constructor(network: Network, options: TextOptions = {}) {
    const { skipsRemasc = false, editedRoot = () => undefined } = options
    const keptOfEach = Math.min(maximumKept, (options.keptBytes ?? Number.POSITIVE_INFINITY) / 2)
    this.#fullBlocks = new BoundedMap(keptOfEach)
    this.#blocks = new BoundedMap(keptOfEach)
    this.#network = network
    this.#skipsRemasc = skipsRemasc
    this.#editedRoot = editedRoot
  }

  /** A first try ends when the block has too many transactions; it keeps what another thread writes. */
  block(block: StoredBlock, fullTransactions: boolean, work?: WorkMeter): JsonText {
    const stateRoot = this.#editedRoot(block.hash)
    if (stateRoot !== undefined) return new JsonText(this.#written(block, fullTransactions, stateRoot))
    const kept = fullTransactions ? this.#fullBlocks : this.#blocks
    const key = wordKey(block.hash)
    const known = kept.use(key)
    // A kept text costs what writing it does.
    const units = fullTransactions ? block.transactions.length * prices.transaction : 0
    if (known !== undefined) {
      work?.addDone(units)
      return known
    }
    const keep = (text: JsonText): void => void kept.set(key, text, keptWeight + text.text.length)
    if (work !== undefined) {
      work.keep = keep
      work.add(units)
    }
    const written = new JsonText(this.#written(block, fullTransactions, block.header.stateRoot))
    keep(written)
    return written
  }

  /** The receipt of the transaction at a position in a block. A first try ends when it has too many logs. */
  receipt(block: StoredBlock, index: number, work: WorkMeter): JsonText {
    const key = `${wordKey(block.hash)}${index}`
    const known = this.#blocks.use(key)
    if (known !== undefined) return charged(known, work)
    const keep = (text: JsonText): void => void this.#blocks.set(key, text, keptWeight + text.text.length)
    work.keep = keep
    work.expect(unitsOfReceipt(block.receipts[index]!))
    const written = new JsonText(JSON.stringify(receiptShape(block, index)))
    keep(written)
    return charged(written, work)
  }

  #written(block: StoredBlock, fullTransactions: boolean, stateRoot: Hash): string {
    const { totalDifficulty } = block
    const options = {
      network: this.#network,
      fullTransactions,
      totalDifficulty,
      skipsRemasc: this.#skipsRemasc,
    }
    return JSON.stringify({ ...blockShape(block, options), stateRoot: toHex(stateRoot) })
  }
}

/** The text of a receipt, which costs the same whether it was kept or written. */
function charged(receipt: JsonText, work: WorkMeter): JsonText {
  work.addDone(receipt.text.length / receiptBytesPerUnit)
  return receipt
}
