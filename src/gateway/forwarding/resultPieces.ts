import { beforeResult } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'

type Next = IteratorResult<Uint8Array, undefined>
const noBytes = new Uint8Array()
const closingBrace = 0x7d

const notResult = (): NodeFailure => new NodeFailure('lost', 'the node sent another answer than a result')

/** The bytes of the result in a long answer, without the text before it and the last brace. */
export class ResultPieces implements AsyncIterableIterator<Uint8Array> {
  readonly #pieces: AsyncIterator<Uint8Array>
  readonly #onEnd: () => void
  #isBegun = false
  /** The last character so far, which may be incomplete or the closing brace. */
  #kept: Uint8Array = noBytes

  /** Calls `onEnd` when the answer is complete, before `next` reports the end. */
  constructor(pieces: AsyncIterator<Uint8Array>, onEnd: () => void) {
    this.#pieces = pieces
    this.#onEnd = onEnd
  }

  async next(): Promise<Next> {
    const { done, value } = await this.#pieces.next()
    if (done === true) {
      if (this.#kept.length !== 1 || this.#kept[0] !== closingBrace) throw notResult()
      this.#onEnd()
      return { done, value: undefined }
    }
    const bytes = this.#isBegun ? value : withoutBeginning(value)
    this.#isBegun = true
    const whole = Buffer.concat([this.#kept, bytes])
    const cut = lastCharacter(whole)
    this.#kept = whole.subarray(cut)
    return { done: false, value: whole.subarray(0, cut) }
  }

  async return(): Promise<Next> {
    await this.#pieces.return?.()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
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
