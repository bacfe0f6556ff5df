import { createHash, type Hash } from 'node:crypto'
import { Pieces } from '../../primitives/work/pieces.ts'
import type { NodeAnswer } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'

/** A long answer as its pieces arrive. */
export interface LongAnswer extends NodeAnswer {
  readonly body: Pieces<Uint8Array>
}

/**
 * A long answer that another node completes if the first one fails within it. The other node gets the same question. The
 * client gets the rest of that answer if its beginning has the same SHA-256 as the bytes already passed on, else an error.
 */
export function continuedAnswer(
  first: LongAnswer,
  askAgain: () => Promise<NodeAnswer | undefined>,
): LongAnswer {
  const passedOn = createHash('sha256')
  let length = 0
  let current = first
  let isAskedAgain = false
  const goOn = async (failure: unknown): Promise<void> => {
    if (!(failure instanceof NodeFailure) || isAskedAgain || body.isEnded) throw failure
    isAskedAgain = true
    const answer = await askAgain()
    const rest = answer && (await restOf(answer, length, passedOn))
    if (rest === undefined) throw failure
    current = rest
    if (body.isEnded) void rest.body.return()
  }
  const body = new Pieces<Uint8Array>({
    async pull() {
      for (;;) {
        try {
          const { value } = await current.body.next()
          if (value === undefined) return undefined
          passedOn.update(value)
          length += value.length
          return value
        } catch (error) {
          await goOn(error)
        }
      }
    },
    stop: () => void current.body.return(),
  })
  // The work is that of the node that completed the answer.
  return { head: first.head, body, work: () => current.work() }
}

/** The answer without the bytes that were passed on; undefined when it begins with others. */
async function restOf(answer: NodeAnswer, length: number, passedOn: Hash): Promise<LongAnswer | undefined> {
  const { body } = answer
  const pieces: Pieces<Uint8Array> = Buffer.isBuffer(body) ? Pieces.of([body]) : body
  const read = createHash('sha256')
  let rest: Uint8Array = new Uint8Array()
  for (let missing = length; missing > 0; ) {
    const { value } = await pieces.next()
    if (value === undefined) return undefined
    read.update(value.subarray(0, missing))
    rest = value.subarray(missing)
    missing -= Math.min(missing, value.length)
  }
  if (!read.digest().equals(passedOn.copy().digest())) {
    void pieces.return()
    return undefined
  }
  if (rest.length > 0) pieces.putBack([rest])
  return { ...answer, body: pieces }
}
