import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Later } from '../../primitives/work/later.ts'
import { answerTooLong, executionTimeout, type RpcError } from '../errors/errors.ts'
import { type AnswerContext, HeldText } from './answerContext.ts'
import type { Request } from './request.ts'
import { responseText } from './responses.ts'

/** A batch lets other work have its turn after this many milliseconds. */
const turnMs = 10

/**
 * Answers the requests of a batch one after the other, because a query must see the transaction that was sent before
 * it. Requests beyond the time or the length of the whole batch, beyond the text that the client may leave unread, or
 * beyond the work that it may owe, are answered with errors. Empty for notifications only.
 */
export async function answerBatch(
  requests: readonly Request[],
  answerText: (request: Request) => Later<string>,
  context: AnswerContext,
): Promise<string> {
  const { answerBytes, longAnswerTimeoutMs } = context.limits
  const deadline = performance.now() + longAnswerTimeoutMs
  const held = new HeldText(context)
  const texts: string[] = []
  let length = 0
  let full: RpcError | undefined
  let turnStart = performance.now()
  try {
    for (const request of requests) {
      if (performance.now() > turnStart + turnMs) {
        await nextTurn()
        turnStart = performance.now()
      }
      if (context.isGone) return ''
      const refusal = full ?? context.exhausted ?? (turnStart > deadline ? executionTimeout() : undefined)
      const answer = refusal === undefined ? answerText(request) : responseText(request, refusal)
      const text = typeof answer === 'string' ? answer : await answer
      if (text === '') continue
      const isTooLong = length + text.length > answerBytes
      const problem = isTooLong ? answerTooLong(answerBytes) : held.add(text.length)
      texts.push(problem === undefined ? text : responseText(request, problem))
      length += text.length
      full ??= problem
    }
    return texts.length === 0 ? '' : `[${texts.join(',')}]`
  } finally {
    held.release()
  }
}
