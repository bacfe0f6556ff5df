import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { NodeAnswer, ReportedWork } from '../../remote/nodeAnswer.ts'
import type { AskedBlock } from '../../rpc/method/askedBlock.ts'

/** The result of a read that does not change any more, and the work that it cost. */
export interface FinalAnswer {
  readonly text: string
  readonly work: readonly ReportedWork[]
}

/** A call whose answer may be known: `mayKnow` is true of its block. */
export interface FinalQuestion {
  /** The body that nodes get. */
  readonly text: string
  readonly asked: AskedBlock
}

/** Blocks of an hour and a half: no reorganisation of a public network was as deep. */
export const finalDepth = 200
/** Bytes of an entry besides its texts. */
const entryBytes = 200
/** The number of the block that a found transaction, receipt, log or block is in. */
const blockNumber = /"(?:blockNumber|number)":"0x([0-9a-f]{1,13})"/

/** Whether the answer may be final at a height; by default, at any later height. */
export const mayBeFinal = (asked: AskedBlock, height = Number.POSITIVE_INFINITY): boolean =>
  asked.kind === 'hash' || (asked.kind === 'number' && asked.number <= height - finalDepth)

/**
 * Undefined for an answer that is not final at the height of its node. Errors and null are not final: another node may
 * answer otherwise, and a missing block or transaction may still arrive.
 */
function finalAnswerOf(
  asked: AskedBlock,
  text: string,
  { head, work }: Pick<NodeAnswer, 'head' | 'work'>,
): FinalAnswer | undefined {
  if (text === 'null') return undefined
  const number = asked.kind === 'number' ? asked.number : numberIn(asked, text)
  return number === undefined || number > head.number - finalDepth ? undefined : { text, work: work() }
}

/** Keeps final answers for all clients, in the memory of this gateway. */
export class FinalAnswers {
  readonly #answers: BoundedMap<string, FinalAnswer>
  readonly #maximumBytes: number
  #bytes = 0
  #hits = 0
  #misses = 0

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes
    this.#answers = new BoundedMap(maximumBytes, undefined, ({ text }) => {
      this.#bytes -= text.length
    })
  }

  get figures() {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#bytes, entries: this.#answers.size }
  }

  /** Whether the answer to a question may be known, now or later. */
  mayKnow(asked: AskedBlock): boolean {
    return this.#maximumBytes > 0 && mayBeFinal(asked)
  }

  find({ text }: FinalQuestion): FinalAnswer | undefined {
    const found = this.#answers.use(text)
    if (found === undefined) this.#misses++
    else this.#hits++
    return found
  }

  /** Keeps a result that is final. */
  keep({ text, asked }: FinalQuestion, result: string, answer: Pick<NodeAnswer, 'head' | 'work'>): void {
    const final = finalAnswerOf(asked, result, answer)
    const size = text.length + result.length + entryBytes
    if (final === undefined || size > this.#maximumBytes || this.#answers.has(text)) return
    this.#bytes += result.length
    this.#answers.set(text, final, size)
  }
}

/** The block number in an answer to a question by hash; undefined when it has none. */
function numberIn({ kind }: AskedBlock, text: string): number | undefined {
  const digits = kind === 'hash' ? blockNumber.exec(text)?.[1] : undefined
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}
