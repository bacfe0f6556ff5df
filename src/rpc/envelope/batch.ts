import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerTooLong, executionTimeout, type RpcError } from '../errors/errors.ts'
import type { AnswerContext } from './answerContext.ts'
import type { Answered } from './answerer.ts'
import { HeldText } from './heldText.ts'
import type { Request } from './request.ts'
import { failureResponse, responseText } from './responses.ts'

/** What a batch needs of an answerer. */
interface ItemAnswerer {
  answer(request: Request, context: AnswerContext): Answered | Promise<Answered>
  collect(answered: Answered | Promise<Answered>, request: Request, context: AnswerContext): Promise<string>
}

/** A batch lets other work have its turn after this many milliseconds. */
const turnMs = 10

/**
 * Answers the requests of a batch one after the other, because a query must see the transaction that was sent before
 * it. Requests beyond the time or the length of the whole batch, beyond the text that the client may leave unread, or
 * beyond the work that it may owe, are answered with errors. Empty for notifications only.
 */
export async function answerBatch(
  requests: readonly Request[],
  answerer: ItemAnswerer,
  context: AnswerContext,
): Promise<string> {
  const held = new HeldText(context)
  try {
    return await answerInTurn(requests, answerer, context, held)
  } finally {
    held.release()
  }
}

async function answerInTurn(
  requests: readonly Request[],
  answerer: ItemAnswerer,
  context: AnswerContext,
  held: HeldText,
): Promise<string> {
  const { answerBytes, longAnswerTimeoutMs } = context.limits
  const deadline = performance.now() + longAnswerTimeoutMs
  const texts: string[] = []
  let length = 0
  let full: RpcError | undefined
  let turnStart = performance.now()
  for (const request of requests) {
    if (performance.now() > turnStart + turnMs) {
      await nextTurn()
      turnStart = performance.now()
    }
    if (context.isGone) return ''
    const refusal = full ?? context.exhausted ?? (turnStart > deadline ? executionTimeout() : undefined)
    const answered =
      refusal === undefined
        ? answerer.answer(request, context)
        : responseText(failureResponse(request, refusal))
    const text = typeof answered === 'string' ? answered : await answerer.collect(answered, request, context)
    if (text === '') continue
    const isTooLong = length + text.length > answerBytes
    const problem = isTooLong ? answerTooLong(answerBytes) : held.add(text.length)
    texts.push(problem === undefined ? text : responseText(failureResponse(request, problem)))
    length += text.length
    full ??= problem
  }
  return texts.length === 0 ? '' : `[${texts.join(',')}]`
}
