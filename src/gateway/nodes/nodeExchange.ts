import { BodyPieces } from './bodyPieces.ts'
import { headOf, type NodeAnswer, NodeFailure, type NodeHead, workOf } from './nodeAnswer.ts'
import type { NodeLink } from './nodeLink.ts'
import type { AskingClient, Exchange, ExchangeSocket, Lane } from './nodeSocket.ts'
import type { ReplyHead } from './replyParser.ts'

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
  /** The shared connection that it may use; by default it has its own. */
  readonly lane?: Lane | undefined
  readonly timeoutMs: number
  readonly onAnswer: (answer: NodeAnswer) => void
  readonly onFailure: (failure: NodeFailure) => void
}

/** One question to a node. It is answered once, fails once or is abandoned. */
export class NodeExchange implements Exchange {
  readonly client: AskingClient
  readonly body: string
  readonly lane: Lane | undefined
  socket: ExchangeSocket | undefined
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
    this.lane = parts.lane
    this.#timer = setTimeout(
      () => this.#refuse(new NodeFailure('timeout', 'the node did not answer in time')),
      parts.timeoutMs,
    )
    parts.link.begin(this)
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
      else this.#refuse(new NodeFailure('lost', `the node answered more than ${maximum} bytes`))
    }
  }

  end(trailers: ReadonlyMap<string, string>): void {
    if (trailers.size > 0) this.#work = () => workOf(trailers)
    if (this.#pieces !== undefined) this.#pieces.finish()
    else if (!this.#isOver) this.#answerWhole()
  }

  fail(failure: NodeFailure): void {
    this.#pieces?.finish(failure)
    this.#failWith(failure)
  }

  #answerWhole(): void {
    const [first] = this.#chunks
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks)
    const head = this.#nodeHead
    if (this.#replyHead?.status !== 200) this.#failWith(this.#refusal())
    else if (head === undefined) this.#failWith(unrecognised())
    else if (!this.#isRight(body)) this.#failWith(new NodeFailure('lost', 'the node answered something else'))
    else {
      this.#over()
      this.#parts.onAnswer({ head, body, work: this.#work })
    }
  }

  #answerInPieces(): void {
    const head = this.#nodeHead
    if (head === undefined) {
      this.#refuse(unrecognised())
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
    this.#parts.onAnswer({ head, body: pieces, work: () => this.#work() })
  }

  /** An answer is not parsed: a node that recognises the gateway writes its members in one order. */
  #isRight(body: Buffer): boolean {
    const { beginning } = this.#parts
    return body.toString('latin1', 0, beginning.length) === beginning && endings.has(body[body.length - 1])
  }

  #refusal(): NodeFailure {
    const { status = 0, isLast = false } = this.#replyHead ?? {}
    if (status === 503) {
      return isLast
        ? new NodeFailure('draining', 'the node is shutting down')
        : new NodeFailure('refused', 'the node is busy')
    }
    if (status === 401 || status === 403) return unrecognised()
    if (status === 429)
      return new NodeFailure('refused', 'the client has too many unread answers at the node')
    return new NodeFailure('lost', `the node answered with status ${status}`)
  }

  #refuse(failure: NodeFailure): void {
    this.#chunks.length = 0
    this.#failWith(failure)
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

const unrecognised = (): NodeFailure => new NodeFailure('refused', 'the node does not recognise the gateway')
