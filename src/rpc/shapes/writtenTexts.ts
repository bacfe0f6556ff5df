import type { FoundLog } from '../../chain/logs/logQuery.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Log } from '../../evm/log.ts'
import { BoundedMap } from '../../primitives/boundedMap.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { LightTry } from '../budget/lightTry.ts'
import { limitExceeded } from '../errors/errors.ts'
import { JsonText } from '../json/jsonText.ts'
import { blockShape } from './block.ts'
import { JsonWriter } from './jsonWriter.ts'
import { logText } from './logText.ts'

/** Bytes of the kept texts of full blocks, and of others, that bring no more hits. */
const mostKept = 16 << 20
/** Memory of a kept text besides its characters, each of one byte. */
const keptWeight = 200
/** The most characters of one answer; a JavaScript string cannot be twice as long. */
const longestAnswer = 256 << 20

interface WrittenLog {
  readonly blockHash: Hash
  readonly text: string
}

export interface TextOptions {
  /** Whether blocks are written without the REMASC transaction. */
  readonly skipsRemasc?: boolean
  /** Whether clients may send Ethereum's typed transactions, for which they want a base fee. */
  readonly acceptsTyped?: boolean
  /** Root of the edited state after a block of a development chain, against which proofs are made. */
  readonly editedRoot?: (hash: Hash) => Hash | undefined
  /** Memory for the texts of blocks. */
  readonly keptBytes?: number
}

/**
 * The JSON texts of blocks and logs. They never change and many clients ask for the same ones, so they are kept: those
 * of blocks in a bounded cache, that of a log as long as the chain keeps the log itself in memory.
 */
export class WrittenTexts {
  readonly #network: Network
  readonly #skipsRemasc: boolean
  readonly #acceptsTyped: boolean
  readonly #editedRoot: (hash: Hash) => Hash | undefined
  readonly #fullBlocks: BoundedMap<string, JsonText>
  readonly #blocks: BoundedMap<string, JsonText>
  readonly #logs = new WeakMap<Log, WrittenLog>()
  readonly #writer = new JsonWriter()

  constructor(network: Network, options: TextOptions = {}) {
    const { skipsRemasc = false, acceptsTyped = false, editedRoot = () => undefined } = options
    const keptOfEach = Math.min(mostKept, (options.keptBytes ?? Number.POSITIVE_INFINITY) / 2)
    this.#fullBlocks = new BoundedMap(keptOfEach)
    this.#blocks = new BoundedMap(keptOfEach)
    this.#network = network
    this.#skipsRemasc = skipsRemasc
    this.#acceptsTyped = acceptsTyped
    this.#editedRoot = editedRoot
  }

  /** A first try ends when too many transactions have no known sender; it keeps what another thread writes. */
  block(block: StoredBlock, fullTransactions: boolean, light?: LightTry): JsonText {
    const stateRoot = this.#editedRoot(block.hash)
    if (stateRoot !== undefined) return new JsonText(this.#written(block, fullTransactions, stateRoot, light))
    const kept = fullTransactions ? this.#fullBlocks : this.#blocks
    const key = wordKey(block.hash)
    const known = kept.use(key)
    if (known !== undefined) return known
    const keep = (text: JsonText): void => void kept.set(key, text, keptWeight + text.text.length)
    if (light !== undefined) light.keep = keep
    const written = new JsonText(this.#written(block, fullTransactions, block.header.stateRoot, light))
    keep(written)
    return written
  }

  /** `removed` are logs of blocks that have left the best chain; they come first. */
  logs(found: readonly FoundLog[], removed: readonly FoundLog[] = []): JsonText {
    const texts = removed.map((log) => logText(log, true, this.#writer))
    for (const log of found) texts.push(this.#logText(log))
    const length = texts.reduce((sum, text) => sum + text.length + 1, 0)
    if (length > longestAnswer) throw limitExceeded('length of the answer')
    return new JsonText(`[${texts.join(',')}]`)
  }

  #written(
    block: StoredBlock,
    fullTransactions: boolean,
    stateRoot: Hash,
    light: LightTry | undefined,
  ): string {
    const { totalDifficulty } = block
    const options = {
      network: this.#network,
      fullTransactions,
      totalDifficulty,
      skipsRemasc: this.#skipsRemasc,
      showsBaseFee: this.#acceptsTyped,
      ...(light && { beforeTransaction: () => light.expect(0) }),
    }
    return JSON.stringify({ ...blockShape(block, options), stateRoot: toHex(stateRoot) })
  }

  #logText(found: FoundLog): string {
    const { log, blockHash } = found
    const written = this.#logs.get(log)
    if (written !== undefined && equalBytes(written.blockHash, blockHash)) return written.text
    const text = logText(found, false, this.#writer)
    this.#logs.set(log, { blockHash, text })
    return text
  }
}
