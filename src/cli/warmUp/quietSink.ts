import { Writable } from 'node:stream'
import type { Piece } from '../../rpc/json/piece.ts'
import type { AnswerSink } from '../../server/http/answerSink.ts'

/** Keeps the text of an answer in the process. */
export class QuietSink implements AnswerSink {
  readonly address = 'loopback'
  readonly isGone = false
  readonly canStream = true
  readonly text: Promise<string>
  #answer: (text: string) => void = () => {}

  constructor() {
    this.text = new Promise((resolve) => {
      this.#answer = resolve
    })
  }

  whenGone(): () => void {
    return () => {}
  }

  endConnection(): void {}

  abandonBody(): void {}

  send(_status: number, _headers: readonly string[], body: Piece, onLeft?: () => void): void {
    this.#answer(typeof body === 'string' ? body : Buffer.from(body).toString())
    onLeft?.()
  }

  begin(): Writable {
    const pieces: Buffer[] = []
    return new Writable({
      write: (chunk, _encoding, done) => {
        pieces.push(chunk)
        done()
      },
      final: (done) => {
        this.#answer(Buffer.concat(pieces).toString())
        done()
      },
    })
  }
}
