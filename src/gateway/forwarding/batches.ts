import type { NodeAnswer, ReportedWork } from '../../remote/nodeAnswer.ts'
import type { AnswerContext } from '../../rpc/envelope/answerContext.ts'
import { askingClient } from '../../rpc/envelope/answerContext.ts'
import type { Answered } from '../../rpc/envelope/answerPieces.ts'
import type { Call } from '../../rpc/envelope/call.ts'
import { responseText } from '../../rpc/envelope/responses.ts'
import { nodesAway, RpcError } from '../../rpc/errors/errors.ts'
import type { Piece } from '../../rpc/json/piece.ts'
import { type AskedRead, askedRead, higherOf, inOrder, noWork, workInOrder } from './askedRead.ts'
import { answerBeginning, batchText, resultOf, splitAnswers } from './batchText.ts'
import { type FinalAnswers, mayBeFinal } from './finalAnswers.ts'
import { laneOf } from './lane.ts'
import type { ReadRouter, RoutedRead } from './readRouter.ts'
import { wholeAnswer } from './wholeAnswer.ts'

/** A batch of more than 16 calls gets its own connection, so that other reads do not wait behind it. */
const maximumLightItems = 16

/** The answers of a node to several calls, and the work of each. */
interface Forwarded<Body> {
  readonly body: Body
  readonly work: readonly ReportedWork[]
}

/**
 * Sends a batch of reads to one node, so that all answers come from one view of the chain. Final answers are the same in
 * every view, so those of earlier calls are used.
 */
export class Batches {
  readonly #router: ReadRouter
  readonly #known: FinalAnswers

  constructor(router: ReadRouter, known: FinalAnswers) {
    this.#router = router
    this.#known = known
  }

  /** Undefined for a batch that must be split: one of its calls is long or not a read. */
  answer(calls: readonly Call[], context: AnswerContext): Promise<Answered> | undefined {
    const areReads = calls.every(({ method: { effect, isLong } }) => effect === 'asks-chain' && !isLong)
    return areReads
      ? this.#answer(
          calls.map((call) => askedRead(call, this.#known)),
          context,
        )
      : undefined
  }

  async #answer(items: readonly AskedRead[], context: AnswerContext): Promise<Answered> {
    const startedAtMs = performance.now()
    const rest = items.filter(({ known }) => known === undefined)
    const isAnyKnown = rest.length < items.length
    const { body, work } = isAnyKnown
      ? await this.#joinedWithKnown(items, rest, context)
      : await this.#forward(items, context)
    this.#measure(items, work, body.length, context, performance.now() - startedAtMs)
    return body
  }

  /** An error fails only the calls of the rest. */
  async #joinedWithKnown(
    items: readonly AskedRead[],
    rest: readonly AskedRead[],
    context: AnswerContext,
  ): Promise<Forwarded<Piece>> {
    const calls = rest.map(({ call }) => call)
    let answers: readonly Piece[] | undefined = []
    let work: readonly ReportedWork[] = []
    try {
      if (rest.length > 0) {
        const forwarded = await this.#forward(rest, context)
        answers = splitAnswers(forwarded.body, calls)
        work = forwarded.work
      }
      if (answers === undefined) throw nodesAway()
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      answers = calls.map((call) => responseText(call, error))
      work = rest.map(() => ({ ...noWork, errorCode: error.code }))
    }
    return {
      body: inOrder(items, answers, context.limits.answerBytes),
      work: workInOrder(items, work),
    }
  }

  async #forward(items: readonly AskedRead[], context: AnswerContext): Promise<Forwarded<Buffer>> {
    let stop = (): void => {}
    const stopWatching = context.whenGone(() => stop())
    try {
      const calls = items.map(({ call }) => call)
      const read: RoutedRead = {
        body: batchText(calls),
        beginning: `[${answerBeginning(calls[0]!)}`,
        client: askingClient(context.client),
        asked: items.map(({ asked }) => asked).reduce(higherOf),
        isLong: false,
        lane: isLight(items) ? 'light' : undefined,
        isOfHome: false,
        onStart: (abandon) => {
          stop = abandon
        },
      }
      const { head, body, work } = this.#router.continued(await this.#router.ask(read), read)
      if (!Buffer.isBuffer(body)) return { body: await wholeAnswer(body, context), work: work() }
      const forwarded = { head, body, work: work() }
      this.#keepFinal(items, calls, forwarded)
      return forwarded
    } finally {
      stopWatching()
    }
  }

  #keepFinal(
    items: readonly AskedRead[],
    calls: readonly Call[],
    { head, body, work }: Forwarded<Buffer> & Pick<NodeAnswer, 'head'>,
  ): void {
    if (!items.some(({ question }) => question && mayBeFinal(question.asked, head.number))) return
    const answers = splitAnswers(body, calls) ?? []
    for (const [index, { call, question }] of items.entries()) {
      const answer = answers[index]
      if (answer === undefined || question === undefined) continue
      const result = resultOf(answer, call)
      if (result !== undefined)
        this.#known.keep(question, result, { head, work: () => work.slice(index, index + 1) })
    }
  }

  /** Counts the bytes of all answers for the first call. */
  #measure(
    items: readonly AskedRead[],
    work: readonly ReportedWork[],
    length: number,
    context: AnswerContext,
    ms: number,
  ): void {
    for (const [index, { call }] of items.entries()) {
      const { units, gas, logs, errorCode } = work[index] ?? noWork
      context.measured({
        method: call.name,
        ms,
        floor: call.method.cost,
        work: { units, gas, logs, bytes: index === 0 ? length : 0 },
        errorCode,
      })
    }
  }
}

const isLight = (items: readonly AskedRead[]): boolean =>
  items.length <= maximumLightItems &&
  items.every(({ call, asked }) => laneOf(call.method, asked) === 'light')
