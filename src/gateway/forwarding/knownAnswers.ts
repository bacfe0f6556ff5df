import type { AskedBlock } from '../../rpc/method/askedBlock.ts'
import type { NodeAnswer } from '../nodes/nodeAnswer.ts'
import { type FinalAnswer, type FinalAnswers, finalAnswerOf, mayBeFinal } from './finalAnswers.ts'
import type { SharedAnswers } from './sharedAnswers.ts'

/** A call whose answer may be known: `mayKnow` is true of its block. */
export interface Question {
  readonly method: string
  /** As nodes get it. */
  readonly text: string
  readonly asked: AskedBlock
}

/** Final answers of this gateway, and those that gateways have in common. */
export class KnownAnswers {
  readonly #own: FinalAnswers
  readonly #shared: SharedAnswers | undefined

  constructor(own: FinalAnswers, shared: SharedAnswers | undefined) {
    this.#own = own
    this.#shared = shared
  }

  /** Whether the answer to a question may be known, now or later. */
  mayKnow(asked: AskedBlock): boolean {
    return mayBeFinal(asked) && (this.#own.isUsed || this.#shared !== undefined)
  }

  /** The answer in the memory of this gateway. */
  find({ text, asked }: Question): FinalAnswer | undefined {
    return this.#own.find(text, asked)
  }

  /** Whether other gateways may know answers. */
  get isShared(): boolean {
    return this.#shared !== undefined
  }

  /** The answer of another gateway. `mustAsk` also for a method that nodes answer faster. */
  async findShared({ method, text }: Question, mustAsk: boolean): Promise<FinalAnswer | undefined> {
    const shared = await this.#shared?.find(method, text, mustAsk)
    if (shared !== undefined) this.#own.keep(text, shared)
    return shared
  }

  /** Keeps a result that is final. */
  keep({ method, text, asked }: Question, result: string, answer: Pick<NodeAnswer, 'head' | 'work'>): void {
    const final = finalAnswerOf(asked, result, answer)
    if (final === undefined) return
    this.#own.keep(text, final)
    this.#shared?.keep(method, text, final)
  }
}
