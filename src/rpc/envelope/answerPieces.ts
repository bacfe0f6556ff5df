import { giveBack } from '../../primitives/work/lentBytes.ts'
import { Pieces, through } from '../../primitives/work/pieces.ts'
import { answerTooLong, executionTimeout } from '../errors/errors.ts'
import { ownPiece, type Piece } from '../json/piece.ts'
import { type AnswerContext, HeldText, uncountedLength } from './answerContext.ts'

/** An answer as it is sent: its text, empty for a notification, or the pieces of it. */
export type Answered = Piece | Pieces<Piece>

/** Longer answers are sent piece by piece, because joining them would copy them once more. */
export const joinedLength = 1024 * 1024

/**
 * A whole answer in pieces, which are not joined because they are long, or other answers share some of them. Each piece counts as
 * text that waits for the client until it is taken.
 */
export const heldPieces = (pieces: readonly Piece[], context: Pick<AnswerContext, 'hold'>): Pieces<Piece> =>
  Pieces.of(pieces, ({ length }) => (length > uncountedLength ? context.hold(length) : undefined))

export interface AnswerBounds {
  /** Text of the answer before the first piece, which the caller sends, and after the last. */
  readonly beginning: string
  readonly end: string
  readonly maximumLength: number
  readonly timeoutMs: number
  readonly explain?: (error: unknown) => Error
  /** Is called once when the answer has ended; `failure` is undefined when it is complete or its reader has left. */
  readonly onEnd: (failure: Error | undefined, length: number) => void
}

/** An answer that is sent while it is made: beyond its length and time it fails, and its source is stopped. */
export function boundedPieces(
  pieces: AsyncIterable<Piece>,
  { beginning, end, maximumLength, timeoutMs, onEnd, ...explaining }: AnswerBounds,
): Pieces<Piece> {
  let length = beginning.length + end.length
  const bounded = through<Piece, Piece>(pieces, {
    ...explaining,
    piece(piece) {
      length += piece.length
      if (length <= maximumLength) return piece
      giveBack(piece)
      throw answerTooLong(maximumLength)
    },
    last: () => end,
    ended(failure) {
      clearTimeout(timer)
      onEnd(failure, length)
    },
  })
  const timer = setTimeout(() => bounded.stop(executionTimeout()), timeoutMs)
  return bounded
}

/**
 * All pieces of an answer, in memory of their own; none when the client goes. Rejects with the failure of the pieces, and when
 * they are more than the client may leave unread.
 */
export async function collected(
  pieces: Pieces<Piece>,
  context: Pick<AnswerContext, 'hold' | 'isGone'>,
): Promise<readonly Piece[]> {
  const held = new HeldText(context)
  const all: Piece[] = []
  try {
    for await (const piece of pieces) {
      const problem = context.isGone ? undefined : held.add(piece.length)
      if (context.isGone || problem !== undefined) giveBack(piece)
      if (context.isGone) return []
      if (problem !== undefined) throw problem
      all.push(ownPiece(piece))
    }
    return all
  } finally {
    held.release()
  }
}
