import type { Span } from '../../upstream/requestTrace.ts'
import { BodyPieces } from './bodyPieces.ts'
import { beforeOutcome, headIn, type NodeAnswer, NodeFailure, type NodeHead, workIn } from './nodeAnswer.ts'
import type { NodeLink } from './nodeLink.ts'
import type { AskingClient, Exchange, ExchangeSocket, Lane } from './nodeSocket.ts'
import type { ReplyHead } from './replyParser.ts'

/** A body up to 256 KiB is received whole, so that a node that fails within it can be replaced by another. */
const wholeBytes = 256 * 1024

/** An answer ends with a brace, a batch of answers with a bracket. */
const [closingBrace, closingBracket] = [0x7d, 0x5d]

export interface Question {
  readonly body: string
  readonly client: AskingClient
  /** The beginning of every right answer; by default that of a single answer. */
  readonly beginning?: string | undefined
  /** Maximum bytes of an answer that is received whole; by default an answer beyond 256 KiB comes in pieces. */
  readonly maximum?: number | undefined
  /** The shared connection that it may use; by default it has its own. */
  readonly lane?: Lane | undefined
  /** Without a timeout, the asker calls `timeOut` itself. */
  readonly timeoutMs?: number | undefined
}

/** Gets the outcome of an exchange: one call, or none when the exchange is abandoned. */
export interface Asker {
  onAnswer(answer: NodeAnswer, exchange: NodeExchange): void
  onFailure(failure: NodeFailure, exchange: NodeExchange): void
}

/** Counts the questions of clients to a node. */
export interface QuestionCounter {
  /** Names the node in spans. */
  readonly name: string
  asked(): void
  answered(head: NodeHead, ms: number): void
  failed(failure: NodeFailure): void
  abandoned(): void
}

/** One question to a node. It is answered once, fails once or is abandoned. */
export class NodeExchange implements Exchange {
  readonly client: AskingClient
  socket: ExchangeSocket | undefined
  readonly #question: Question
  readonly #asker: Asker
  readonly #link: NodeLink
  readonly #counter: QuestionCounter | undefined
  /** Undefined for a question that is not sampled. */
  readonly #span: Span | undefined
  readonly #startedAtMs = performance.now()
  readonly #timer: NodeJS.Timeout | undefined
  readonly #chunks: Buffer[] = []
  #length = 0
  #replyHead: ReplyHead | undefined
  #nodeHead: NodeHead | undefined
  #pieces: BodyPieces | undefined
  #work = ''
  #isOver = false

  /** `counter` is undefined for a question of the gateway itself. */
  constructor(question: Question, asker: Asker, link: NodeLink, counter?: QuestionCounter) {
    this.#question = question
    this.#asker = asker
    this.#link = link
    this.#counter = counter
    const { client, timeoutMs } = question
    this.#span = counter && client?.trace?.span?.begin(counter.name, 'client')
    this.client = tracedBy(this.#span, client)
    counter?.asked()
    if (timeoutMs !== undefined) this.#timer = setTimeout(() => this.timeOut(), timeoutMs)
    link.begin(this)
  }

  get body(): string {
    return this.#question.body
  }

  get lane(): Lane | undefined {
    return this.#question.lane
  }

  /** Ends the exchange without an outcome, unless it has one already. */
  abandon(): void {
    if (this.#isOver) return
    this.#over()
    this.#counter?.abandoned()
    this.#span?.end('abandoned')
    this.#link.abandon(this)
  }

  timeOut(): void {
    this.#refuse(new NodeFailure('timeout', 'the node did not answer in time'))
  }

  head(head: ReplyHead): void {
    this.#replyHead = head
    this.#nodeHead = headIn(head.block ?? '')
    this.#work = head.work ?? ''
  }

  data(bytes: Buffer): void {
    if (this.#pieces !== undefined) this.#pieces.push(bytes)
    // The status of a refusal is enough; its body may be long.
    else if (this.#replyHead?.status === 200) {
      this.#chunks.push(bytes)
      this.#length += bytes.length
      const { maximum } = this.#question
      if (this.#length <= (maximum ?? wholeBytes)) return
      if (maximum === undefined) this.#answerInPieces()
      else this.#refuse(new NodeFailure('lost', `the node answered more than ${maximum} bytes`))
    }
  }

  end(work: string | undefined): void {
    if (work !== undefined) this.#work = work
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
    else this.#answerWith(head, body)
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
      abandon: () => this.#link.abandon(this),
    })
    pieces.push(Buffer.concat(this.#chunks.splice(0)))
    this.#pieces = pieces
    this.#answerWith(head, pieces)
  }

  #answerWith(head: NodeHead, body: NodeAnswer['body']): void {
    this.#over()
    this.#counter?.answered(head, performance.now() - this.#startedAtMs)
    this.#span?.end()
    this.#asker.onAnswer({ head, body, work: () => workIn(this.#work) }, this)
  }

  /** Does not parse the answer: a node that recognises the gateway writes its members in a fixed order. */
  #isRight(body: Buffer): boolean {
    const { beginning = beforeOutcome } = this.#question
    const last = body[body.length - 1]
    const isWhole = last === closingBrace || last === closingBracket
    return isWhole && body.toString('latin1', 0, beginning.length) === beginning
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
    this.#link.abandon(this)
  }

  #failWith(failure: NodeFailure): void {
    if (this.#isOver) return
    this.#over()
    this.#counter?.failed(failure)
    this.#span?.end(failure.message)
    this.#asker.onFailure(failure, this)
  }

  #over(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }
}

const unrecognised = (): NodeFailure => new NodeFailure('refused', 'the node does not recognise the gateway')

/** The node's own span is a part of this one. */
function tracedBy(span: Span | undefined, client: AskingClient): AskingClient {
  if (span === undefined || client === undefined) return client
  return { ...client, trace: { requestId: client.trace?.requestId, traceparent: span.traceparent } }
}
