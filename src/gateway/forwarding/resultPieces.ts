import { type Pieces, through } from '../../primitives/work/pieces.ts'
import { beforeResult } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'

const closingBrace = 0x7d

const notResult = (): NodeFailure => new NodeFailure('lost', 'the node sent another answer than a result')

/**
 * The bytes of the result in a long answer, without the text before it and the last brace. `onComplete` is called when the answer
 * is complete, before its end is reported.
 */
export function resultPieces(answer: Pieces<Uint8Array>, onComplete: () => void): Pieces<Uint8Array> {
  let isBegun = false
  /** The last character so far, which may be incomplete or the closing brace. */
  let kept: Uint8Array = new Uint8Array()
  return through<Uint8Array, Uint8Array>(answer, {
    piece(piece) {
      const whole = Buffer.concat([kept, isBegun ? piece : withoutBeginning(piece)])
      isBegun = true
      const cut = lastCharacter(whole)
      kept = whole.subarray(cut)
      return whole.subarray(0, cut)
    },
    last() {
      if (kept.length !== 1 || kept[0] !== closingBrace) throw notResult()
      onComplete()
      return undefined
    },
  })
}

function withoutBeginning(bytes: Uint8Array): Uint8Array {
  const beginning = Buffer.from(bytes.subarray(0, beforeResult.length)).toString('latin1')
  if (beginning !== beforeResult) throw notResult()
  return bytes.subarray(beforeResult.length)
}

/** Where the last character begins, which may continue in the next piece (UTF-8, RFC 3629). */
function lastCharacter(bytes: Uint8Array): number {
  let start = bytes.length - 1
  while (start > 0 && (bytes[start]! & 0xc0) === 0x80) start--
  return Math.max(0, start)
}
