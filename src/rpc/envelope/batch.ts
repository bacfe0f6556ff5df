import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Later } from '../../primitives/work/later.ts'
import { unitsOf } from '../budget/workPrices.ts'
import { answerTooLong, executionTimeout, type RpcError } from '../errors/errors.ts'
import { type AnswerContext, HeldText } from './answerContext.ts'
import type { Request } from './request.ts'
import { responseText } from './responses.ts'

/** A batch lets other work have its turn after this many units. */
const turnUnits = 100

/**
 * Answers the requests of a batch one after the other, because a query must see the transaction that was sent before
 * it. Requests beyond the time or the length of the whole batch, beyond the text that the client may leave unread, or
 * beyond the work that it may owe, are answered with errors. Empty for notifications only. `unitsOfLatest` returns the work of
 * the request that was answered last.
 */
export async function answerBatch(
  requests: readonly Request[],
  answerText: (request: Request) => Later<string>,
  unitsOfLatest: () => number,
  context: AnswerContext,
): Promise<string> {
  const { answerBytes, longAnswerTimeoutMs } = context.limits
  const deadline = performance.now() + longAnswerTimeoutMs
  const held = new HeldText(context)
  const texts: string[] = []
  let length = 0
  let full: RpcError | undefined
  let units = 0
  try {
    for (const request of requests) {
      if (units >= turnUnits) {
        await nextTurn()
        units = 0
      }
      if (context.isGone) return ''
      const refusal =
        full ?? context.exhausted ?? (performance.now() > deadline ? executionTimeout() : undefined)
      const answer = refusal === undefined ? answerText(request) : responseText(request, refusal)
      const text = typeof answer === 'string' ? answer : await answer
      units += unitsOf({ units: unitsOfLatest(), bytes: text.length })
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
