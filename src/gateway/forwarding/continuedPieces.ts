import { createHash } from 'node:crypto'
import type { NodeAnswer } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'

type Next = IteratorResult<Uint8Array, undefined>
const finished: Next = { done: true, value: undefined }

/**
 * A long answer that another node completes if the first one fails within it. The other node gets the same question. The
 * client gets the rest of that answer if its beginning has the same SHA-256 as the bytes already passed on, else an error.
 */
export class ContinuedPieces implements AsyncIterableIterator<Uint8Array> {
  readonly #passedOn = createHash('sha256')
  #length = 0
  #source: AsyncIterator<Uint8Array>
  #work: NodeAnswer['work']
  /** Undefined after it was called. */
  #askAgain: (() => Promise<NodeAnswer | undefined>) | undefined

  constructor(
    pieces: AsyncIterator<Uint8Array>,
    work: NodeAnswer['work'],
    askAgain: () => Promise<NodeAnswer | undefined>,
  ) {
    this.#source = pieces
    this.#work = work
    this.#askAgain = askAgain
  }

  /** The work of the node that completed the answer. */
  readonly work: NodeAnswer['work'] = () => this.#work()

  async next(): Promise<Next> {
    for (;;) {
      try {
        const next = await this.#source.next()
        if (next.done === true) return finished
        this.#passedOn.update(next.value)
        this.#length += next.value.length
        return next
      } catch (error) {
        if (!(error instanceof NodeFailure && (await this.#continue()))) throw error
      }
    }
  }

  async return(): Promise<Next> {
    this.#askAgain = undefined
    await this.#source.return?.()
    return finished
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #continue(): Promise<boolean> {
    const askAgain = this.#askAgain
    this.#askAgain = undefined
    const answer = await askAgain?.()
    if (answer === undefined) return false
    const pieces = Buffer.isBuffer(answer.body) ? onePiece(answer.body) : answer.body
    const rest = await this.#after(pieces)
    if (rest === undefined) {
      await pieces.return?.()
      return false
    }
    this.#source = beginningWith(rest, pieces)
    this.#work = answer.work
    return true
  }

  /** Skips the bytes already passed on, and returns the rest of the last piece; undefined when the answer differs. */
  async #after(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
    const read = createHash('sha256')
    let missing = this.#length
    let rest: Uint8Array = new Uint8Array()
    while (missing > 0) {
      const { done, value } = await pieces.next()
      if (done === true) return undefined
      read.update(value.subarray(0, missing))
      rest = value.subarray(missing)
      missing -= Math.min(missing, value.length)
    }
    return read.digest().equals(this.#passedOn.copy().digest()) ? rest : undefined
  }
}

async function* onePiece(piece: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield piece
}

function beginningWith(first: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncIterator<Uint8Array> {
  let isFirst = true
  return {
    next() {
      if (!isFirst || first.length === 0) return pieces.next()
      isFirst = false
      return Promise.resolve({ done: false, value: first })
    },
    async return() {
      await pieces.return?.()
      return finished
    },
  }
}
