import type { IncomingMessage } from 'node:http'
import { VaryingHolding } from '../../primitives/bounds/holdings.ts'
import type { Later } from '../../primitives/work/later.ts'
import { Pieces } from '../../primitives/work/pieces.ts'
import type { Evidence, MeasuredCall, RpcClient } from '../../rpc/envelope/answerContext.ts'
import type { Answered } from '../../rpc/envelope/answerPieces.ts'
import { parseBody, textOfBody } from '../../rpc/envelope/request.ts'
import { RpcError } from '../../rpc/errors/errors.ts'
import type { Piece } from '../../rpc/json/piece.ts'
import type { CheckedHead } from '../entrance/checkedHead.ts'
import { isKeyForOrigin } from '../entrance/entrance.ts'
import { type Caller, guestCaller } from '../keys/authority.ts'
import type { LogFields } from '../log/logger.ts'
import type { HostedNetwork } from '../networks/hostedNetwork.ts'
import type { PathHandler } from '../networks/routes.ts'
import {
  bodyTooLarge,
  type KeyDenial,
  keyRefusal,
  originNotAllowed,
  type Refusal,
  tooBusy,
  tooManyUnread,
} from '../refusals/refusals.ts'
import type { EnteredHead } from '../requests/admission.ts'
import { Bill } from '../requests/bill.ts'
import { type ClientSession, clientOf } from '../requests/clientSession.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import { longBody } from '../requests/longBodies.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import type { AnswerSink } from './answerSink.ts'
import { compressedFrom } from './compression.ts'
import {
  answerData,
  type DataExchange,
  type DataTarget,
  RefusedCall,
  resultPiecesIn,
} from './dataExchange.ts'
import { receiveBody } from './receivedBody.ts'
import { Reply, type ReplyParts } from './reply.ts'
import { WorkReport } from './workReport.ts'

/** A shorter answer is counted among those that its client has not read when the socket does not take it at once. */
const longAnswer = 16 * 1024

/** What backs the answer of a light client: a proof, or only the word of an endpoint. */
const verifiedHeader = 'x-cambium-verified'

/** A request that has entered, while its body is received and answered. */
export class HttpExchange extends Reply implements ClientSession, DataExchange {
  readonly network: HostedNetwork
  readonly caller: Caller
  readonly origin: string | undefined
  readonly client: RpcClient
  readonly limits: ServerLimits
  /** Why the caller is refused. */
  readonly #denial: KeyDenial | undefined
  /** Answers instead of the network. */
  readonly #handler: PathHandler | undefined
  /** Set for a request below the dataset URL. */
  readonly #data: DataTarget | undefined
  /** For a gateway and a reader process; undefined for any other client. */
  readonly #workReport: WorkReport | undefined
  readonly #parts: FrontParts & ReplyParts
  /** Zero when single requests are not logged. */
  readonly #startedAtMs: number
  #exhausted: RpcError | undefined
  #hasResult = false
  /** Of the latest call that was answered. */
  #method: string | undefined
  /** Of a light client: that of its weakest answer. */
  #evidence: Evidence | undefined
  readonly #bill: Bill

  constructor(
    entered: EnteredHead,
    { route, origin, hops, cors, asksForWork, method }: CheckedHead,
    found: Caller | KeyDenial,
    sink: AnswerSink,
    parts: FrontParts & ReplyParts,
  ) {
    const denial = typeof found === 'string' ? found : undefined
    const caller = typeof found === 'string' ? guestCaller(entered.address) : found
    super(entered, caller.name, sink, parts)
    this.network = route.network
    this.#handler = route.handler
    this.#data = route.data && { httpMethod: method ?? '', path: route.data.path, url: entered.dataUrl ?? '' }
    this.#denial = denial
    this.caller = caller
    this.origin = origin
    if (parts.spans !== undefined) this.entered(this.network.name, caller.gatewayClient !== undefined)
    this.client = clientOf(this, undefined, { hops, requestId: this.requestId, trace: this.trace })
    this.limits = parts.limits
    const isReported = asksForWork || caller.gatewayClient !== undefined
    this.#workReport = isReported ? new WorkReport(this.network) : undefined
    this.#parts = parts
    this.#bill = new Bill(this, parts.ledger)
    this.#startedAtMs = parts.debugLogger === undefined ? 0 : performance.now()
    if (cors.length > 0) this.addHeaders(cors)
    this.entry?.entered(this.network.name, caller.key?.id)
  }

  get isGone(): boolean {
    return this.sink.isGone
  }

  get exhausted(): RpcError | undefined {
    return this.#exhausted
  }

  whenGone(callBack: () => void): () => void {
    return this.sink.whenGone(callBack)
  }

  hold(length: number): (() => void) | undefined {
    const { unread } = this.#parts.holdings
    const holding = this.take(length)
    return holding && (() => unread.release(holding))
  }

  readonly restsOn = (evidence: Evidence): void => {
    if (this.#evidence !== 'endpoint') this.#evidence = evidence
  }

  measured(call: MeasuredCall): void {
    if (call.errorCode === undefined) this.#hasResult = true
    this.#method = call.method
    this.#workReport?.add(call)
    const refusal = this.#bill.called(call, this.entry)
    this.#exhausted ??= refusal?.error
    this.span?.called(call.method, call.errorCode)
  }

  /** Receives the body of an admitted request, and a short one of a refused request for its id. `proceed` asks for the body. */
  receive(request: IncomingMessage, proceed?: () => void): void {
    const { bodyBytes, refusedBodyBytes } = this.limits
    const { holdings } = this.#parts
    const length = Number(request.headers['content-length'] ?? 0)
    const refusal = this.refusalOf(length)
    if (refusal !== undefined && length > Math.min(bodyBytes, refusedBodyBytes)) {
      this.refuse(refusal)
      return
    }
    proceed?.()
    const held = new VaryingHolding(holdings.received, this.caller.name, () => end(tooBusy()))
    let heldBytes = 0
    const end = receiveBody(
      request,
      {
        maximum: refusal === undefined ? bodyBytes : refusedBodyBytes,
        hold: (amount) => {
          heldBytes += amount
          return held.set(heldBytes)
        },
        admit: (received) => this.#bill.payMoreBytes(received),
      },
      (body) => {
        held.set(0)
        if ('status' in body) this.refuse(refusal ?? body)
        else this.handle(body, refusal)
      },
    )
    request.on('close', () => held.set(0))
  }

  /** Charges for a body of this length, or says why it is refused. */
  refusalOf(length: number): Refusal | undefined {
    if (this.#denial !== undefined) return keyRefusal(this.#denial)
    if (length > this.limits.bodyBytes) return bodyTooLarge(this.limits.bodyBytes)
    if (this.origin !== undefined && !isKeyForOrigin(this.caller.key, this.origin)) return originNotAllowed()
    return this.#parts.admission.refusalOf(this) ?? this.#bill.payBytes(length)
  }

  /** Answers a request whose body has been received and paid, or is refused. */
  handle(body: Buffer, refusal: Refusal | undefined): void {
    try {
      if (refusal !== undefined) this.#refuse(refusal, body)
      else if (this.#handler !== undefined) this.#answerBeside(this.#handler, textOfBody(body))
      else if (body.length > longBody) this.#answerLong(body)
      else this.#answer(parseBody(textOfBody(body), this.limits.nestingDepth))
    } catch (error) {
      this.fail(error, this.network.name)
    }
  }

  /** Answers with the id of a short body. */
  #refuse(refusal: Refusal, body: Buffer): void {
    const { nestingDepth, refusedBodyBytes } = this.limits
    const isRead = this.#handler === undefined && body.length <= refusedBodyBytes
    const parsed = isRead ? parseBody(textOfBody(body), nestingDepth) : undefined
    if (isRead) this.entry?.asked(parsed)
    this.refuse(refusal, parsed)
  }

  #answerBeside(handler: PathHandler, text: string): void {
    handler.answer(text).then(
      (answer) => {
        this.send(answer.status, answer.text)
        this.#log('answered', { length: answer.text.length })
      },
      (error: unknown) => this.fail(error, this.network.name),
    )
  }

  /** The methods of a long body decode long parameters, so they wait for their owner's turn. */
  #answerLong(bytes: Buffer): void {
    const { longBodies, turns } = this.#parts
    const fail = (error: unknown): void => this.fail(error, this.network.name)
    const answer = (body: unknown): void => {
      try {
        if (!this.isGone) this.#answer(body)
      } catch (error) {
        fail(error)
      }
    }
    longBodies.parse(this, bytes).then((body) => {
      if (body === undefined) this.refuse(tooBusy())
      else turns.add(this.caller.name, () => answer(body))
    }, fail)
  }

  #answer(body: unknown): void {
    if (this.#data !== undefined) {
      answerData(this.#data, body, this)
      return
    }
    this.entry?.asked(body)
    const { envelope } = this.network
    const read = envelope.read(body, this.limits)
    const refusal = this.#bill.payCalls(read)
    if (refusal !== undefined) {
      this.refuse(refusal, body)
      return
    }
    const answer: Later<Answered> = this.sink.canStream
      ? envelope.answer(read, this)
      : envelope.answerText(read, this)
    if (!(answer instanceof Promise)) this.sendAnswer(answer, body)
    else {
      answer.then(
        (answered) => this.sendAnswer(answered, body),
        (error: unknown) => this.fail(error, this.network.name),
      )
    }
  }

  get goesOn(): boolean {
    return !this.isGone && this.#exhausted === undefined && !this.#parts.life.isEnding
  }

  /** Calls a method as a request of the client. Rejects with `RefusedCall` or an `RpcError`. */
  async call(method: string, params: readonly unknown[]): Promise<readonly Piece[]> {
    const body = { jsonrpc: '2.0', id: 0, method, params }
    const { envelope } = this.network
    this.entry?.asked(body)
    const read = envelope.read(body, this.limits)
    const refusal = this.#bill.payCalls(read)
    if (refusal !== undefined) throw new RefusedCall(refusal)
    return resultPiecesIn(await envelope.answer(read, this))
  }

  /** A long answer is discarded when its client has not read enough of the others. */
  sendAnswer(answer: Answered, body?: unknown): void {
    if (answer instanceof Pieces) {
      this.#stream(answer)
      return
    }
    const isLong = answer.length > longAnswer
    const holding = isLong ? this.take(answer.length) : undefined
    if (isLong && holding === undefined) {
      this.refuse(tooManyUnread(), body)
      return
    }
    if (this.#workReport !== undefined) this.addHeaders(this.#workReport.headers)
    // The status tells balancers to ask another gateway.
    const isAway = !this.#hasResult && this.network.isAway?.() === true
    const encoding = answer.length > compressedFrom && !isAway ? this.encoding : undefined
    if (encoding === undefined) this.send(isAway ? 503 : 200, answer, this.#answerHeaders(), holding)
    else {
      this.#bill.compressed(answer.length)
      this.addHeaders(this.#answerHeaders())
      this.sendCompressed(answer, encoding, holding)
    }
    if (this.#parts.debugLogger !== undefined) this.#log('answered', { length: answer.length })
  }

  #answerHeaders(more: '' | '+' = ''): readonly string[] {
    const paid = this.#bill.headers(more)
    return this.#evidence === undefined ? paid : [...paid, verifiedHeader, this.#evidence]
  }

  override refuse(refusal: Refusal, request?: unknown): void {
    if (this.#denial === undefined) this.addHeaders(this.#bill.limitHeaders)
    super.refuse(refusal, request)
  }

  #stream(pieces: Pieces<Piece>): void {
    const report = this.#workReport
    this.addHeaders(this.#answerHeaders('+'))
    if (report !== undefined) this.addHeaders(report.beginning)
    const onEnd = (failure: Error | null | undefined): void => {
      if (failure instanceof RpcError) this.#logCutOff(failure)
      else this.#log(failure ? 'abandoned' : 'answered')
    }
    const compressed = (length: number) => this.#bill.compressed(length)
    this.stream(pieces, { onEnd, compressed, trailers: report && (() => report.end) })
  }

  /** The client got the beginning of an answer: the operator may have to raise a limit. */
  #logCutOff({ message }: RpcError): void {
    const { logger, metrics } = this.#parts
    metrics?.answerCutOff()
    logger.log('warn', 'cut-off', {
      requestId: this.requestId,
      network: this.network.name,
      method: this.#method,
      caller: this.caller.name,
      reason: message,
    })
  }

  #log(event: string, facts: LogFields = {}): void {
    this.#parts.debugLogger?.log('debug', event, {
      requestId: this.requestId,
      network: this.network.name,
      caller: this.caller.name,
      ms: performance.now() - this.#startedAtMs,
      ...facts,
    })
  }
}
