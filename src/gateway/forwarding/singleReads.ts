import { beforeResult, type NodeAnswer, questionText } from '../../remote/nodeAnswer.ts'
import { askingClient } from '../../rpc/envelope/answerContext.ts'
import type { Call } from '../../rpc/envelope/call.ts'
import { isAboutHistory } from '../../rpc/errors/aboutHistory.ts'
import { code } from '../../rpc/errors/errorCodes.ts'
import { errorIn } from '../../rpc/errors/errorIn.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import { askedRead } from './askedRead.ts'
import type { FinalAnswer, FinalAnswers } from './finalAnswers.ts'
import { laneOf } from './lane.ts'
import { takeResult } from './nodeCalls.ts'
import type { ReadRouter, RoutedRead } from './readRouter.ts'

const nothing = Buffer.from(`${beforeResult}null}`)
const maximumError = 2_000

/** Sends single reads to nodes and cuts their results out of the answers. */
export class SingleReads {
  readonly #router: ReadRouter
  readonly #known: FinalAnswers

  constructor(router: ReadRouter, known: FinalAnswers) {
    this.#router = router
    this.#known = known
  }

  async answer(call: Call): Promise<Result> {
    const { name, method, params } = call
    const { asked, question, known } = askedRead(call, this.#known)
    if (known !== undefined) return repeated(known, call)
    const read: RoutedRead = {
      body: question?.text ?? questionText(name, params),
      client: askingClient(call.client),
      asked,
      lane: laneOf(method, asked),
      isLong: method.isLong,
      isOfHome: method.effect === 'asks-node',
      onStart: (stop) => call.movesTo(stop),
    }
    const won = await this.#router.ask(read)
    const other = isDoubtful(won.answer, read) ? await this.#router.askBetter(read, won.node) : undefined
    const answer = other ?? this.#router.continued(won, read)
    const result = takeResult(answer, call.meter)
    if (question && result instanceof JsonText) this.#known.keep(question, result.text, answer)
    return result
  }
}

/** The client pays for a kept answer what it cost the node. */
function repeated({ work, text }: FinalAnswer, { meter }: Call): JsonText {
  meter.addReported(work)
  return new JsonText(text)
}

/** Whether another node may answer better: this one lacks the block or transaction, or had an internal error. */
function isDoubtful({ body }: NodeAnswer, { asked }: RoutedRead): boolean {
  if (!Buffer.isBuffer(body)) return false
  if (body.length === nothing.length && asked.kind === 'hash') return body.equals(nothing)
  const error = body.length < maximumError ? errorIn(body) : undefined
  return error !== undefined && (error.code === code.internal || isAboutHistory(error))
}
