import type { Pieces } from '../../primitives/work/pieces.ts'
import type { AnswerContext } from '../../rpc/envelope/answerContext.ts'
import { boundedPieces, collected } from '../../rpc/envelope/answerPieces.ts'
import { nodesAway } from '../../rpc/errors/errors.ts'
import { bytesOf } from '../../rpc/json/piece.ts'

/** Collects the answer to a batch, within the limits of length and time of the client's answers. */
export async function wholeAnswer(pieces: Pieces<Uint8Array>, context: AnswerContext): Promise<Buffer> {
  const { answerBytes, longAnswerTimeoutMs } = context.limits
  const bounded = boundedPieces(pieces, {
    beginning: '',
    end: '',
    maximumLength: answerBytes,
    timeoutMs: longAnswerTimeoutMs,
    onEnd: () => stopWatching(),
  })
  const stopWatching = context.whenGone(() => void bounded.return())
  const whole = await collected(bounded, context)
  if (context.isGone) throw nodesAway()
  return Buffer.concat(whole.map(bytesOf))
}
