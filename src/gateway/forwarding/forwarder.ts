import { beforeResult, type NodeAnswer, questionText } from '../../remote/nodeAnswer.ts'
import { askingClient } from '../../rpc/envelope/answerContext.ts'
import type { Call } from '../../rpc/envelope/call.ts'
import { isAboutHistory } from '../../rpc/errors/aboutHistory.ts'
import { code } from '../../rpc/errors/errorCodes.ts'
import { errorIn } from '../../rpc/errors/errorIn.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import type { FinalAnswer, FinalAnswers, Question } from './finalAnswers.ts'
import { laneOf } from './lane.ts'
import { takeResult } from './nodeCalls.ts'
import type { Read, Reads } from './reads.ts'

const nothing = Buffer.from(`${beforeResult}null}`)
const maximumError = 2_000

/** Sends single reads to nodes and cuts their results out of the answers. */
export class Forwarder {
  readonly #reads: Reads
  readonly #known: FinalAnswers

  constructor(reads: Reads, known: FinalAnswers) {
    this.#reads = reads
    this.#known = known
  }

  async answer(call: Call): Promise<Result> {
    const { name, method, params, asked } = call
    const read: Read = {
      body: questionText(name, params),
      client: askingClient(call.client),
      asked,
      lane: laneOf(method, asked),
      isLong: method.isLong,
      isOfHome: method.effect === 'asks-node',
      onStart: (stop) => call.movesTo(stop),
    }
    const question: Question | undefined = this.#known.mayKnow(read.asked)
      ? { text: read.body, asked: read.asked }
      : undefined
    const known = question && this.#known.find(question)
    if (known !== undefined) return repeated(known, call)
    const won = await this.#reads.read(read)
    const other = isDoubtful(won.answer, read) ? await this.#reads.readBetter(read, won.node) : undefined
    const answer = other ?? this.#reads.continued(won, read)
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
function isDoubtful({ body }: NodeAnswer, { asked }: Read): boolean {
  if (!Buffer.isBuffer(body)) return false
  if (body.length === nothing.length && asked.kind === 'hash') return body.equals(nothing)
  const error = body.length < maximumError ? errorIn(body) : undefined
  return error !== undefined && (error.code === code.internal || isAboutHistory(error))
}
