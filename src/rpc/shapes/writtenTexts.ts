import type { FoundLog } from '../../chain/logs/logQuery.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Log } from '../../evm/log.ts'
import { BoundedMap } from '../../primitives/boundedMap.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { limitExceeded } from '../errors/errors.ts'
import { JsonText } from '../json/jsonText.ts'
import { blockShape } from './block.ts'
import { JsonWriter } from './jsonWriter.ts'
import { logText } from './logText.ts'

/** Characters of all kept texts, each of one byte. */
const keptOfBlocks = 16 << 20
/** The most characters of one answer; a JavaScript string cannot be twice as long. */
const longestAnswer = 256 << 20

interface WrittenLog {
  readonly blockHash: Hash
  readonly text: string
}

/**
 * The JSON texts of blocks and logs. They never change and many clients ask for the same ones, so they are kept: those
 * of blocks in a bounded cache, that of a log as long as the chain keeps the log itself in memory.
 */
export class WrittenTexts {
  readonly #network: Network
  readonly #skipsRemasc: boolean
  readonly #fullBlocks = new BoundedMap<string, JsonText>(keptOfBlocks)
  readonly #blocks = new BoundedMap<string, JsonText>(keptOfBlocks)
  readonly #logs = new WeakMap<Log, WrittenLog>()
  readonly #writer = new JsonWriter()

  constructor(network: Network, { skipsRemasc = false }: { readonly skipsRemasc?: boolean } = {}) {
    this.#network = network
    this.#skipsRemasc = skipsRemasc
  }

  block(block: StoredBlock, fullTransactions: boolean): JsonText {
    const kept = fullTransactions ? this.#fullBlocks : this.#blocks
    return kept.use(wordKey(block.hash)) ?? this.#addBlock(block, fullTransactions, kept)
  }

  logs(found: readonly FoundLog[]): JsonText {
    const texts = found.map((log) => this.#logText(log))
    const length = texts.reduce((sum, text) => sum + text.length + 1, 0)
    if (length > longestAnswer) throw limitExceeded('length of the answer')
    return new JsonText(`[${texts.join(',')}]`)
  }

  #addBlock(block: StoredBlock, fullTransactions: boolean, kept: BoundedMap<string, JsonText>): JsonText {
    const { totalDifficulty, hash } = block
    const shape = blockShape(block, {
      network: this.#network,
      fullTransactions,
      totalDifficulty,
      skipsRemasc: this.#skipsRemasc,
    })
    const text = JSON.stringify(shape)
    const written = new JsonText(text)
    kept.set(wordKey(hash), written, text.length)
    return written
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
