import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { AskedBlock } from '../../rpc/method/askedBlock.ts'
import type { NodeAnswer, ReportedWork } from '../nodes/nodeAnswer.ts'

/** The result of a read that does not change any more, and the work that it cost. */
export interface FinalAnswer {
  readonly text: string
  readonly work: readonly ReportedWork[]
}

/** An hour and a half of blocks: no reorganisation of a public network reached as deep. */
export const finalDepth = 200
/** What an entry takes besides its texts. */
const entryBytes = 200
/** The number of the block that a found transaction, receipt, log or block is in. */
const blockNumber = /"(?:blockNumber|number)":"0x([0-9a-f]{1,13})"/

/** Whether the answer to a question may be final at a height; without one, some day. */
export const mayBeFinal = (asked: AskedBlock, height = Number.POSITIVE_INFINITY): boolean =>
  asked.kind === 'hash' || (asked.kind === 'number' && asked.number <= height - finalDepth)

/**
 * An answer that is final at the height of the node that gave it; undefined for others. Errors and null are not final:
 * another node may answer otherwise, and what does not exist may come.
 */
export function finalAnswerOf(
  asked: AskedBlock,
  text: string,
  { head, work }: Pick<NodeAnswer, 'head' | 'work'>,
): FinalAnswer | undefined {
  if (text === 'null') return undefined
  const number = asked.kind === 'number' ? asked.number : numberIn(asked, text)
  return number === undefined || number > head.number - finalDepth ? undefined : { text, work: work() }
}

/** Keeps final answers for all clients. The key is the question as nodes get it. */
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

  /** Whether there is memory for answers. */
  get isUsed(): boolean {
    return this.#maximumBytes > 0
  }

  get figures() {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#bytes, entries: this.#answers.size }
  }

  /** Undefined for a question that has no final answer yet. */
  find(question: string, asked: AskedBlock): FinalAnswer | undefined {
    if (!this.isUsed || !mayBeFinal(asked)) return undefined
    const found = this.#answers.use(question)
    if (found === undefined) this.#misses++
    else this.#hits++
    return found
  }

  keep(question: string, answer: FinalAnswer): void {
    const { text } = answer
    const size = question.length + text.length + entryBytes
    if (size > this.#maximumBytes || this.#answers.has(question)) return
    this.#bytes += text.length
    this.#answers.set(question, answer, size)
  }
}

/** The block of what was asked for by a hash; undefined when the answer does not tell it. */
function numberIn({ kind }: AskedBlock, text: string): number | undefined {
  const digits = kind === 'hash' ? blockNumber.exec(text)?.[1] : undefined
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}
