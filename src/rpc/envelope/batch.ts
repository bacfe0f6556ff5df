import { nextTurn } from '../../platform/turns.ts'
import type { Later } from '../../primitives/work/later.ts'
import { unitsOf } from '../budget/workPrices.ts'
import { answerTooLong, executionTimeout, type RpcError } from '../errors/errors.ts'
import { joined, type Piece } from '../json/piece.ts'
import { type AnswerContext, HeldText } from './answerContext.ts'
import { type Answered, heldPieces, joinedLength } from './answerPieces.ts'
import type { Request } from './request.ts'
import { responseText } from './responses.ts'

/** Units of a batch between turns of other work, if the next request costs as much as the latest. */
const turnUnits = 50

/**
 * Answers the requests of a batch one after the other, because a query must see the transaction that was sent before
 * it. Requests beyond the time or the length of the whole batch, beyond the text that the client may leave unread, or
 * beyond the work that it may owe, are answered with errors. Empty for notifications only. `unitsOfLatest` returns the work of
 * the request that was answered last.
 */
export async function answerBatch(
  requests: readonly Request[],
  answer: (request: Request) => Later<readonly Piece[]>,
  unitsOfLatest: () => number,
  context: AnswerContext,
): Promise<Answered> {
  const { answerBytes, longAnswerTimeoutMs } = context.limits
  const deadline = performance.now() + longAnswerTimeoutMs
  const held = new HeldText(context)
  const answers: Piece[] = []
  let length = 0
  let full: RpcError | undefined
  let units = 0
  let latest = 0
  try {
    for (const request of requests) {
      if (units + latest > turnUnits) {
        await nextTurn()
        units = 0
      }
      if (context.isGone) return ''
      const refusal =
        full ?? context.exhausted ?? (performance.now() > deadline ? executionTimeout() : undefined)
      const answered = refusal === undefined ? answer(request) : [responseText(request, refusal)]
      const pieces = answered instanceof Promise ? await answered : answered
      const added = pieces.reduce((sum, piece) => sum + piece.length, 0)
      latest = unitsOf({ units: unitsOfLatest(), bytes: added })
      units += latest
      if (added === 0) continue
      const isTooLong = length + added > answerBytes
      const problem = isTooLong ? answerTooLong(answerBytes) : held.add(added)
      answers.push(answers.length === 0 ? '[' : ',')
      if (problem === undefined) answers.push(...pieces)
      else answers.push(responseText(request, problem))
      length += added
      full ??= problem
    }
    if (answers.length === 0) return ''
    answers.push(']')
    if (length <= joinedLength) return joined(answers)
    held.release()
    return heldPieces(answers, context)
  } finally {
    held.release()
  }
}
