import { type AnswerContext, HeldText } from '../../rpc/envelope/answerContext.ts'
import { answerTooLong, executionTimeout, nodesAway } from '../../rpc/errors/errors.ts'
import type { ContinuedPieces } from './continuedPieces.ts'

/** Collects the answer to a batch, within the limits of length and time of the client's answers. */
export async function wholeAnswer(pieces: ContinuedPieces, context: AnswerContext): Promise<Buffer> {
  const { answerBytes, longAnswerTimeoutMs } = context.limits
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void pieces.return()
  }, longAnswerTimeoutMs)
  const stopWatching = context.whenGone(() => void pieces.return())
  const held = new HeldText(context)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of pieces) {
      length += piece.length
      if (length > answerBytes) throw answerTooLong(answerBytes)
      const problem = context.isGone ? nodesAway() : held.add(piece.length)
      if (problem !== undefined) throw problem
      chunks.push(piece)
    }
    if (isLate) throw executionTimeout()
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(timer)
    stopWatching()
    held.release()
  }
}
