import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { NodeAnswer } from '../../remote/nodeAnswer.ts'
import type { AskedBlock } from '../../rpc/method/askedBlock.ts'
import type { FinalAnswer, SharedAnswers } from './sharedAnswers.ts'

/** A call whose answer may be known: `mayKnow` is true of its block. */
export interface Question {
  readonly method: string
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

/** Keeps final answers for all clients, in the memory of this gateway and in the shared state. */
export class FinalAnswers {
  readonly #answers: BoundedMap<string, FinalAnswer>
  readonly #maximumBytes: number
  readonly #shared: SharedAnswers | undefined
  #bytes = 0
  #hits = 0
  #misses = 0

  constructor(maximumBytes: number, shared?: SharedAnswers) {
    this.#maximumBytes = maximumBytes
    this.#shared = shared
    this.#answers = new BoundedMap(maximumBytes, undefined, ({ text }) => {
      this.#bytes -= text.length
    })
  }

  get figures() {
    const own = { hits: this.#hits, misses: this.#misses, bytes: this.#bytes, entries: this.#answers.size }
    return { ...own, ...this.#shared?.figures }
  }

  /** Whether the answer to a question may be known, now or later. */
  mayKnow(asked: AskedBlock): boolean {
    return mayBeFinal(asked) && (this.#maximumBytes > 0 || this.#shared !== undefined)
  }

  /** Whether other gateways may know answers. */
  get isShared(): boolean {
    return this.#shared !== undefined
  }

  /** The answer in the memory of this gateway. */
  find({ text }: Question): FinalAnswer | undefined {
    if (this.#maximumBytes === 0) return undefined
    const found = this.#answers.use(text)
    if (found === undefined) this.#misses++
    else this.#hits++
    return found
  }

  /** The answer of another gateway. `mustAsk` looks for it even if nodes answer the method faster. */
  async findShared({ method, text }: Question, mustAsk: boolean): Promise<FinalAnswer | undefined> {
    const shared = await this.#shared?.find(method, text, mustAsk)
    if (shared !== undefined) this.#keepHere(text, shared)
    return shared
  }

  /** Keeps a result that is final. */
  keep({ method, text, asked }: Question, result: string, answer: Pick<NodeAnswer, 'head' | 'work'>): void {
    const final = finalAnswerOf(asked, result, answer)
    if (final === undefined) return
    this.#keepHere(text, final)
    this.#shared?.keep(method, text, final)
  }

  #keepHere(question: string, answer: FinalAnswer): void {
    const { text } = answer
    const size = question.length + text.length + entryBytes
    if (size > this.#maximumBytes || this.#answers.has(question)) return
    this.#bytes += text.length
    this.#answers.set(question, answer, size)
  }
}

/** The block number in an answer to a question by hash; undefined when it has none. */
function numberIn({ kind }: AskedBlock, text: string): number | undefined {
  const digits = kind === 'hash' ? blockNumber.exec(text)?.[1] : undefined
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}
