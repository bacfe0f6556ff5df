import type { Hash } from '../../primitives/bytes.ts'
import { giveBack } from '../../primitives/work/lentBytes.ts'
import { Pieces } from '../../primitives/work/pieces.ts'
import type { WorkMeter } from '../../rpc/budget/workMeter.ts'
import { unitsOf } from '../../rpc/budget/workPrices.ts'
import type { ErrorDialect } from '../../rpc/errors/errors.ts'
import { limitExceeded } from '../../rpc/errors/errors.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import { StreamedJson } from '../../rpc/json/streamedJson.ts'
import type { EncodedBlock } from '../../tracing/request/pendingBlock.ts'
import { JobControl } from './jobControl.ts'
import type { EndMessage, ReadMessage } from './readerFunctions.ts'

/** The reader thread does not have the caller's best block; the caller answers in its own thread instead. */
export class ReaderBehind extends Error {
  override readonly name = 'ReaderBehind'
}

/** Number of pieces, of 256 KiB, that may be in transit from a reader. */
const piecesAhead = 8
/** Maximum characters of one answer that are kept for its reader; beyond them the thread waits. */
const maximumKept = 16 << 20

/** A call that a reader thread answers. */
export interface ReadCall {
  readonly method: string
  readonly params: unknown
  readonly errors: ErrorDialect
  /** The client that pays for the work. */
  readonly owner: string
  /** Identifies the request in logs. */
  readonly requestId?: string | undefined
  /** The best block of the chain now. */
  readonly head: Hash
  /** In characters of the answer. */
  readonly maximumLength: number
  readonly meter: WorkMeter
  /** Counts text that waits for the client; undefined when the client has too much of it. */
  readonly hold: (length: number) => (() => void) | undefined
}

export interface ReadRequestParts {
  readonly call: ReadCall
  /** The id of the network in its threads. */
  readonly network: number
  /** Called when the client has disconnected or the time is over. */
  readonly onStop: (request: ReadRequest) => void
  /** Called when the thread is blocked because the client has not read enough. */
  readonly onBlocked?: () => void
}

type Phase =
  /** Nothing of the answer was sent. */
  | 'unanswered'
  /** The thread was freed for another client before it answered; the call starts over. */
  | 'interrupted'
  /** Pieces of the answer were sent. */
  | 'streaming'
  /** The answer is complete or has failed, or the client has left. */
  | 'ended'

/** A call on its way through the readers, until the end of its answer. */
export class ReadRequest {
  /** The whole text of the answer, or its pieces when it is long. */
  readonly answer: Promise<Result>
  readonly network: number
  readonly call: ReadCall
  readonly madeAtMs = performance.now()
  readonly #parts: ReadRequestParts
  #control = JobControl.withCredit(piecesAhead)
  /**
   * While the client may have more unread text, pieces are kept for it and the thread continues, so that slow clients do not occupy
   * threads.
   */
  readonly #pieces: Pieces<Uint8Array> = new Pieces({
    kept: ({ length }) => this.#keep(length),
    passed: () => this.#pass(),
    stop: () => this.stop(),
  })
  #kept = 0
  #resolve: (result: Result) => void = () => {}
  #reject: (error: Error) => void = () => {}
  #phase: Phase = 'unanswered'
  /** Pieces that the client has not read and that are not kept for it: the thread waits when they are `piecesAhead`. */
  #unread = 0
  #piecesRead = 0
  #receivedBytes = 0
  #isCharged = false

  constructor(parts: ReadRequestParts) {
    const { call, network } = parts
    this.call = call
    this.network = network
    this.#parts = parts
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Whether the answer is complete, or its client has disconnected. */
  get isEnded(): boolean {
    return this.#phase === 'ended'
  }

  /** Whether a part of the answer was sent, and not its end. */
  get isStreaming(): boolean {
    return this.#phase === 'streaming'
  }

  message(pending: EncodedBlock | undefined, head = this.call.head): ReadMessage {
    const { method, params, errors, maximumLength } = this.call
    const { network } = this
    const control = this.#control.shared
    return { network, method, params, errors, head, pending, maximumLength, control }
  }

  /** Whole units of a thread's work for the call so far, with what it has sent. */
  get units(): number {
    return unitsOf({ units: this.#control.counted, bytes: this.#receivedBytes })
  }

  add(piece: Uint8Array): void {
    if (this.mustRestart) {
      giveBack(piece)
      return
    }
    if (this.#phase === 'unanswered') this.#phase = 'streaming'
    this.#receivedBytes += piece.length
    this.#resolve(new StreamedJson(this.#pieces))
    this.#unread++
    this.#pieces.push(piece)
    if (this.isBlocked) this.#parts.onBlocked?.()
  }

  /** The client has read a piece, or it is kept for it. */
  #pass(): void {
    this.#unread--
    this.#piecesRead++
    this.#control.give()
  }

  /** Keeps a piece of this length, or lets the thread wait until the client takes it. */
  #keep(length: number): () => void {
    const release = this.#kept + length > maximumKept ? undefined : this.call.hold(length)
    if (release === undefined) return () => this.#pass()
    this.#kept += length
    this.#pass()
    return () => {
      this.#kept -= length
      release()
    }
  }

  /** Pieces that the client has read, or that are kept for it. */
  get piecesRead(): number {
    return this.#piecesRead
  }

  /** Whether the thread waits for the client to read. */
  get isBlocked(): boolean {
    return this.#unread >= piecesAhead && !this.isEnded
  }

  /** Ends an answer that its client does not read, so that the thread is free for others. */
  giveUp(): void {
    this.#endFor('unread answers')
  }

  /**
   * Frees the thread for a client that has none; the call starts over later. It fails if the client has already received a
   * part of the answer.
   */
  interrupt(): void {
    if (this.#phase === 'streaming') this.#endFor('reader threads')
    else if (this.#phase === 'unanswered') {
      this.#phase = 'interrupted'
      this.#control.stop()
      this.#parts.onStop(this)
    }
  }

  /** Whether the call was interrupted and is still wanted. */
  get mustRestart(): boolean {
    return this.#phase === 'interrupted'
  }

  /** Prepares the call for another thread. */
  restart(): void {
    this.#phase = 'unanswered'
    this.#control = JobControl.withCredit(piecesAhead)
  }

  #endFor(limit: string): void {
    this.#pieces.end(limitExceeded(limit))
    this.stop()
  }

  /** `text` is undefined when the answer came in pieces. */
  complete(text: string | undefined): void {
    // The pieces of an interrupted call were discarded.
    if (this.mustRestart && text === undefined) return
    this.#phase = 'ended'
    // Without effect after pieces, which have resolved it.
    this.#resolve(new JsonText(text ?? ''))
    this.#pieces.end()
  }

  fail(error: Error): void {
    this.#phase = 'ended'
    this.#charge()
    this.#reject(error)
    this.#pieces.end(error)
  }

  /** Charges what the thread has counted for a call that has ended; an interrupted one starts over. */
  worked(work: EndMessage['work']): void {
    if (this.#isCharged || this.mustRestart) return
    this.#isCharged = true
    this.call.meter.addReported([work])
  }

  /** Stops the call: its client has disconnected, or its time is over. */
  stop(): void {
    if (this.isEnded) return
    this.#phase = 'ended'
    this.#control.stop()
    this.#charge()
    this.#parts.onStop(this)
  }

  /** Charges a call that its thread does not end: what was counted until now. */
  #charge(): void {
    if (this.#isCharged) return
    this.#isCharged = true
    this.call.meter.addDone(this.#control.counted)
  }
}
