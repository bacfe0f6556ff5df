import { Buffer } from '../platform/buffer.ts'
import { Pieces } from '../primitives/work/pieces.ts'
import { type AskingClient, clientHeaders, type Headers, headHeader, workHeader } from './fleetHeaders.ts'
import { headIn, type NodeAnswer, type NodeHead, type NodeReply, workIn } from './nodeAnswer.ts'
import { NodeFailure } from './nodeFailure.ts'
import type { Span } from './requestTrace.ts'
import type { Connection, Exchange, Question, ReplyHeaders, Transport } from './transport.ts'

/** A body up to 256 KiB is received whole, so that a node that fails within it can be replaced by another. */
const wholeBytes = 256 * 1024
/** When more bytes of a longer body wait for their reader, reading from the node pauses. */
const maximumWaiting = 1 << 20
const unknownHead: NodeHead = { number: -1, hash: '' }
const noHeaders: Headers = {}
const noReply: ReplyHeaders = new Map()

/** Gets the outcome of an exchange: one call, or none when the exchange is abandoned. */
export interface Asker {
  onAnswer(answer: NodeReply, exchange: RemoteExchange): void
  onFailure(failure: NodeFailure, exchange: RemoteExchange): void
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

/** Says why a reply is not an answer; undefined for an answer. */
export interface AnswerCheck {
  ofHead(status: number, headers: ReplyHeaders, head: NodeHead | undefined): NodeFailure | undefined
  ofBody(body: Buffer, question: Question): NodeFailure | undefined
}

/** Bytes of all answers that are received whole from one node, and their maximum. */
export interface ReceivedBytes {
  sum: number
  readonly maximum: number
}

export interface ExchangeParts {
  readonly transport: Transport
  readonly received: ReceivedBytes
  /** Undefined when every reply is an answer. */
  readonly check?: AnswerCheck | undefined
}

/** One question to a node. It is answered once, fails once or is abandoned. */
export class RemoteExchange implements Exchange {
  readonly question: Question
  readonly headers: Headers
  connection: Connection | undefined
  readonly #asker: Asker
  readonly #parts: ExchangeParts
  readonly #counter: QuestionCounter | undefined
  /** Undefined for a question that is not sampled. */
  readonly #span: Span | undefined
  readonly #startedAtMs = performance.now()
  readonly #timer: ReturnType<typeof setTimeout> | undefined
  /** Undefined without a signal. */
  readonly #stop: (() => void) | undefined
  readonly #chunks: Buffer[] = []
  #length = 0
  #status = 0
  #headers: ReplyHeaders = noReply
  #head: NodeHead | undefined
  /** Known from the head of the reply, whose body is then discarded. */
  #refusal: NodeFailure | undefined
  #pieces: Pieces<Uint8Array> | undefined
  #trailers: ReplyHeaders | undefined
  #isOver = false

  /** `counter` is undefined for a question that is not a client's. */
  constructor(question: Question, asker: Asker, parts: ExchangeParts, counter?: QuestionCounter) {
    this.question = question
    this.#asker = asker
    this.#parts = parts
    this.#counter = counter
    const { client, headers = noHeaders, timeoutMs, signal } = question
    this.#span = counter && client?.trace?.span?.begin(counter.name, 'client')
    this.headers = client === undefined ? headers : clientHeaders(tracedBy(this.#span, client))
    counter?.asked()
    if (timeoutMs !== undefined) this.#timer = setTimeout(() => this.timeOut(), timeoutMs)
    this.#stop = signal && (() => this.#refuse(new NodeFailure('abandoned', 'the request was abandoned')))
    if (this.#stop) signal?.addEventListener('abort', this.#stop)
    if (this.#stop && signal?.aborted) queueMicrotask(this.#stop)
    else parts.transport.begin(this)
  }

  /** Ends the exchange without an outcome, unless it has one already. */
  abandon(): void {
    if (this.#isOver) return
    this.#over()
    this.#counter?.abandoned()
    this.#span?.end('abandoned')
    this.connection?.abandon(this)
  }

  timeOut(): void {
    this.#refuse(new NodeFailure('timeout', 'the node did not answer in time'))
  }

  head(status: number, headers: ReplyHeaders): void {
    this.#status = status
    this.#headers = headers
    this.#head = headIn(headers.get(headHeader) ?? '')
    this.#refusal = this.#parts.check?.ofHead(status, headers, this.#head)
  }

  data(bytes: Buffer): void {
    if (this.#pieces !== undefined) this.#pieces.push(bytes)
    else if (this.#refusal === undefined && !this.#isOver) this.#collect(bytes)
  }

  end(trailers?: ReplyHeaders): void {
    this.#trailers = trailers
    if (this.#pieces !== undefined) this.#pieces.end()
    else if (!this.#isOver) this.#answerWhole()
  }

  fail(failure: NodeFailure): void {
    this.#pieces?.end(failure)
    this.#failWith(failure)
  }

  #collect(bytes: Buffer): void {
    const { received } = this.#parts
    this.#chunks.push(bytes)
    this.#length += bytes.length
    received.sum += bytes.length
    const { maximum } = this.question
    if (received.sum > received.maximum)
      this.#refuse(new NodeFailure('too-long', 'the answers of the node are too long together'))
    else if (this.#length <= (maximum ?? wholeBytes)) return
    else if (maximum === undefined) this.#answerInPieces()
    else this.#refuse(new NodeFailure('too-long', `the node answered more than ${maximum} bytes`))
  }

  #answerWhole(): void {
    const [first] = this.#chunks
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks)
    const failure = this.#refusal ?? this.#parts.check?.ofBody(body, this.question)
    if (failure !== undefined) this.#failWith(failure)
    else this.#answerWith(body)
  }

  #answerInPieces(): void {
    let waitingBytes = 0
    const pieces = new Pieces<Uint8Array>({
      kept: ({ length }) => {
        waitingBytes += length
        if (waitingBytes > maximumWaiting) this.connection?.pause(this)
        return () => {
          waitingBytes -= length
          if (waitingBytes === 0 && !pieces.isEnded) this.connection?.resume()
        }
      },
      stop: () => this.connection?.abandon(this),
    })
    pieces.push(Buffer.concat(this.#chunks))
    this.#pieces = pieces
    this.#answerWith(pieces)
  }

  #answerWith(body: NodeAnswer['body']): void {
    this.#over()
    const head = this.#head ?? unknownHead
    this.#counter?.answered(head, performance.now() - this.#startedAtMs)
    this.#span?.end()
    const [status, headers] = [this.#status, this.#headers]
    const work = () => workIn(this.#trailers?.get(workHeader) ?? headers.get(workHeader) ?? '')
    this.#asker.onAnswer({ status, headers, head, body, work }, this)
  }

  #refuse(failure: NodeFailure): void {
    if (this.#isOver) return
    this.#failWith(failure)
    this.connection?.abandon(this)
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
    this.#parts.received.sum -= this.#length
    this.#length = 0
    this.#chunks.length = 0
    clearTimeout(this.#timer)
    if (this.#stop) this.question.signal?.removeEventListener('abort', this.#stop)
  }
}

/** The node's own span is a part of this one. */
function tracedBy(span: Span | undefined, client: NonNullable<AskingClient>): NonNullable<AskingClient> {
  if (span === undefined) return client
  return { ...client, trace: { requestId: client.trace?.requestId, traceparent: span.traceparent } }
}
