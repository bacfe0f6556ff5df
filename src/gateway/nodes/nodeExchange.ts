import type { AskingClient, Exchange, NodeLink } from '../http/nodeLink.ts'
import type { NodeSocket } from '../http/nodeSocket.ts'
import { BadReply, type ReplyHead } from '../http/replyParser.ts'
import { BodyPieces } from './bodyPieces.ts'
import { headOf, type NodeAnswer, type NodeHead, workOf } from './nodeAnswer.ts'
import { NodeFailure } from './nodeFailure.ts'

/** A body up to 256 KiB is received whole, so that a node that fails within it can be replaced by another. */
const wholeBytes = 256 * 1024

/** An answer ends with a brace, a batch of answers with a bracket. */
const endings: ReadonlySet<number | undefined> = new Set([0x7d, 0x5d])

export interface NodeExchangeParts {
  readonly link: NodeLink
  readonly body: string
  readonly client: AskingClient
  /** What the body of every right answer begins with. */
  readonly beginning: string
  /** Bytes of the longest right answer, which is received whole; by default an answer beyond 256 KiB comes in pieces. */
  readonly maximum?: number
  readonly timeoutMs: number
  readonly onAnswer: (answer: NodeAnswer) => void
  readonly onFailure: (failure: NodeFailure) => void
}

/** One question to a node. It is answered once, fails once or is abandoned. */
export class NodeExchange implements Exchange {
  readonly client: AskingClient
  readonly body: string
  socket: NodeSocket | undefined
  readonly #parts: NodeExchangeParts
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #length = 0
  #replyHead: ReplyHead | undefined
  #nodeHead: NodeHead | undefined
  #pieces: BodyPieces | undefined
  #work: NodeAnswer['work'] = () => []
  #isOver = false

  constructor(parts: NodeExchangeParts) {
    this.#parts = parts
    this.client = parts.client
    this.body = parts.body
    this.#timer = setTimeout(() => this.#timeOut(), parts.timeoutMs)
    parts.link.exchange(this)
  }

  /** Ends the exchange without an outcome. Returns false when it has one already. */
  abandon(): boolean {
    if (this.#isOver) return false
    this.#over()
    this.#parts.link.abandon(this)
    return true
  }

  head(head: ReplyHead): void {
    this.#replyHead = head
    this.#nodeHead = headOf(head)
    this.#work = () => workOf(head.headers)
  }

  data(bytes: Buffer): void {
    if (this.#pieces !== undefined) this.#pieces.push(bytes)
    // The status says enough of a refusal, whose body may be long.
    else if (this.#replyHead?.status === 200) {
      this.#chunks.push(bytes)
      this.#length += bytes.length
      const { maximum } = this.#parts
      if (this.#length <= (maximum ?? wholeBytes)) return
      if (maximum === undefined) this.#answerInPieces()
      else this.#refuseLong(maximum)
    }
  }

  end(trailers: ReadonlyMap<string, string>): void {
    clearTimeout(this.#timer)
    if (this.#pieces !== undefined) {
      if (trailers.size > 0) this.#work = () => workOf(trailers)
      this.#pieces.finish()
    } else if (!this.#isOver) this.#answerWhole(trailers)
  }

  fail(error: Error): void {
    const failure = new NodeFailure(error instanceof BadReply ? 'garbage' : 'lost', error.message)
    if (this.#pieces === undefined) this.#failWith(failure)
    else {
      this.#over()
      this.#pieces.finish(failure)
    }
  }

  #answerWhole(trailers: ReadonlyMap<string, string>): void {
    const [first] = this.#chunks
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks)
    const refusal = this.#refusal()
    if (refusal !== undefined || this.#nodeHead === undefined) {
      this.#failWith(refusal ?? new NodeFailure('refused', 'the node does not recognise the gateway'))
      return
    }
    if (!this.#isRight(body)) {
      this.#failWith(new NodeFailure('garbage', 'the node answered something else'))
      return
    }
    if (trailers.size > 0) this.#work = () => workOf(trailers)
    this.#over()
    this.#parts.onAnswer({ head: this.#nodeHead, body, work: this.#work })
  }

  #refuseLong(maximum: number): void {
    this.#chunks.length = 0
    this.#failWith(new NodeFailure('garbage', `the node answered more than ${maximum} bytes`))
    this.#parts.link.abandon(this)
  }

  #answerInPieces(): void {
    if (this.#nodeHead === undefined) {
      this.#failWith(new NodeFailure('refused', 'the node does not recognise the gateway'))
      this.#parts.link.abandon(this)
      return
    }
    const pieces = new BodyPieces({
      pause: () => this.socket?.pause(this),
      resume: () => this.socket?.resume(),
      abandon: () => this.#parts.link.abandon(this),
    })
    pieces.push(Buffer.concat(this.#chunks.splice(0)))
    this.#pieces = pieces
    this.#over()
    this.#parts.onAnswer({ head: this.#nodeHead, body: pieces, work: () => this.#work() })
  }

  /** An answer is not parsed: a node that recognises the gateway writes its members in one order. */
  #isRight(body: Buffer): boolean {
    const { beginning } = this.#parts
    return body.toString('latin1', 0, beginning.length) === beginning && endings.has(body[body.length - 1])
  }

  #refusal(): NodeFailure | undefined {
    const { status = 0, isLast = false } = this.#replyHead ?? {}
    if (status === 200) return undefined
    if (status === 503) {
      return isLast
        ? new NodeFailure('draining', 'the node is shutting down')
        : new NodeFailure('refused', 'the node is busy')
    }
    if (status === 401 || status === 403) {
      return new NodeFailure('refused', 'the node does not recognise the gateway')
    }
    if (status === 429)
      return new NodeFailure('refused', 'the client has too many unread answers at the node')
    return new NodeFailure('garbage', `the node answered with status ${status}`)
  }

  #timeOut(): void {
    this.#failWith(new NodeFailure('timeout', 'the node did not answer in time'))
    this.#parts.link.abandon(this)
  }

  #failWith(failure: NodeFailure): void {
    if (this.#isOver) return
    this.#over()
    this.#parts.onFailure(failure)
  }

  #over(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }
}
