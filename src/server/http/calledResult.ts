import type { Answered } from '../../rpc/envelope/answerPieces.ts'
import { AnswerPieces } from '../../rpc/envelope/answerPieces.ts'
import { afterResult, beforeResult } from '../../rpc/envelope/responses.ts'
import { RpcError } from '../../rpc/errors/errors.ts'
import { joined, ownPiece, type Piece, textOf } from '../../rpc/json/piece.ts'
import type { Refusal } from '../refusals/refusals.ts'

/* The result of a call that the server makes for a client, as it stands in the answer of the envelope. */

/** A call that was not admitted. */
export class RefusedCall extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.error.message)
    this.refusal = refusal
  }
}

/** All pieces of an answer in memory of their own. */
export async function wholeAnswer(answered: Answered): Promise<Piece> {
  if (!(answered instanceof AnswerPieces)) return answered
  const pieces: Piece[] = []
  for await (const piece of answered) pieces.push(ownPiece(piece))
  return joined(pieces)
}

const beginning = beforeResult(0)

/** The result in the answer to a call with the id 0. Throws the `RpcError` of a call that failed. */
export function resultIn(answer: Piece): Piece {
  const head = typeof answer === 'string' ? answer : textOf(answer.subarray(0, beginning.length))
  if (head.startsWith(beginning)) {
    return typeof answer === 'string'
      ? answer.slice(beginning.length, -afterResult.length)
      : answer.subarray(beginning.length, answer.length - afterResult.length)
  }
  const { error } = JSON.parse(textOf(answer))
  throw new RpcError(error.code, error.message, error.data)
}
