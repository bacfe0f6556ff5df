import type { Buffer } from '../platform/buffer.ts'
import { pause } from '../primitives/work/pause.ts'
import { shownEndpoint, withoutSecrets } from './endpointUrl.ts'
import type { Headers } from './fleetHeaders.ts'
import {
  answersIn,
  answerText,
  BatchRefused,
  isRateLimit,
  type RemoteAnswer,
  type RemoteCall,
  refusalIn,
  requestText,
  UnusableAnswer,
} from './jsonAnswers.ts'
import type { NodeReply } from './nodeAnswer.ts'
import { type FailureKind, NodeFailure } from './nodeFailure.ts'
import {
  type AnswerCheck,
  type Asker,
  type ExchangeParts,
  type QuestionCounter,
  RemoteExchange,
} from './remoteExchange.ts'
import { defaultRemoteLimits, type RemoteLimits } from './remoteLimits.ts'
import type { Question, Transport } from './transport.ts'

export interface RemoteNodeParts {
  readonly url: URL
  readonly limits?: Partial<RemoteLimits>
  /** How requests are carried. */
  readonly transport: Transport
  readonly check?: AnswerCheck
  readonly random?: () => number
}

export interface AskOptions {
  readonly headers?: Headers | undefined
  /** Maximum bytes of the answers to one batch. */
  readonly maximumBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** An answer that was received whole. */
export type WholeAnswer = NodeReply & { readonly body: Buffer }

/** The first pause before another attempt; each further one is twice as long. */
const firstPauseMs = 250
/** Maximum pause unless the node asks for a longer one. */
const maximumPauseMs = 8_000
const retriedStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * Another node, or another server that takes JSON over HTTP. Every way to ask has deadlines, bounds of memory and an abort;
 * `ask` sends calls in batches and repeats what may be repeated after growing pauses.
 */
export class RemoteNode {
  /** The URL without its keys. */
  readonly shown: string
  readonly #url: URL
  readonly #limits: RemoteLimits
  readonly #random: () => number
  readonly #exchanges: ExchangeParts
  #batchSize: number

  constructor({ url, limits, transport, check, random = Math.random }: RemoteNodeParts) {
    this.shown = shownEndpoint(url)
    this.#url = url
    this.#limits = { ...defaultRemoteLimits, ...limits }
    this.#random = random
    this.#batchSize = this.#limits.batchSize
    this.#exchanges = {
      transport,
      received: { sum: 0, maximum: this.#limits.maximumBytesAtOnce },
      check,
    }
  }

  /** Sends one question. The answer has any status, unless the check of this node refuses it. */
  begin(question: Question, asker: Asker, counter?: QuestionCounter): RemoteExchange {
    return new RemoteExchange(question, asker, this.#exchanges, counter)
  }

  /** Sends one question whose answer is received whole. Rejects with a `NodeFailure`. */
  post(question: Question): Promise<WholeAnswer> {
    const { maximumAnswerBytes, attemptMs } = this.#limits
    const { maximum = maximumAnswerBytes, timeoutMs = attemptMs } = question
    const whole = { ...question, maximum, timeoutMs }
    return new Promise((resolve, reject) => {
      this.begin(whole, {
        onAnswer: ({ body, ...answer }) => {
          if (body instanceof Uint8Array) resolve({ ...answer, body })
        },
        onFailure: reject,
      })
    })
  }

  /** The answers in the order of the calls. Rejects with a `NodeFailure`; an error of one call is an answer. */
  async ask(calls: readonly RemoteCall[], options: AskOptions = {}): Promise<RemoteAnswer[]> {
    const endMs = performance.now() + this.#limits.totalMs
    const answers: RemoteAnswer[] = new Array(calls.length)
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < calls.length) {
        const start = next
        next = Math.min(calls.length, start + this.#batchSize)
        const batch = await this.#askBatch(calls.slice(start, next), endMs, options)
        for (const [index, answer] of batch.entries()) answers[start + index] = answer
      }
    }
    await Promise.all(Array.from({ length: Math.min(this.#limits.connections, calls.length) }, worker))
    return answers
  }

  close(): void {
    this.#exchanges.transport.close()
  }

  async #askBatch(calls: readonly RemoteCall[], endMs: number, options: AskOptions): Promise<RemoteAnswer[]> {
    for (let failed = 0; ; ) {
      try {
        return await this.#attempt(calls, endMs, options)
      } catch (error) {
        if (error instanceof BatchRefused && calls.length > 1) {
          this.#batchSize = Math.min(this.#batchSize, Math.ceil(calls.length / 2))
          return await this.#askHalves(calls, endMs, options)
        }
        if (!(error instanceof NodeFailure && mayRepeat(error, calls))) throw error
        if (error.kind === 'too-long' && calls.length > 1) return await this.#askHalves(calls, endMs, options)
        failed++
        const waitMs = error.waitMs ?? backoffMs(failed, this.#random)
        const isLast = failed >= this.#limits.attempts || performance.now() + waitMs > endMs
        if (isLast || !transient.has(error.kind)) throw error
        await pause(waitMs, options.signal)
      }
    }
  }

  async #askHalves(
    calls: readonly RemoteCall[],
    endMs: number,
    options: AskOptions,
  ): Promise<RemoteAnswer[]> {
    const half = Math.ceil(calls.length / 2)
    return [
      ...(await this.#askBatch(calls.slice(0, half), endMs, options)),
      ...(await this.#askBatch(calls.slice(half), endMs, options)),
    ]
  }

  async #attempt(calls: readonly RemoteCall[], endMs: number, options: AskOptions): Promise<RemoteAnswer[]> {
    const { headers, signal, maximumBytes = this.#limits.maximumAnswerBytes } = options
    const remainingMs = endMs - performance.now()
    if (remainingMs <= 0) throw this.#failure('timeout', 'did not answer in time')
    const timeoutMs = Math.min(this.#limits.attemptMs, remainingMs)
    const question = { body: requestText(calls), timeoutMs, maximum: maximumBytes, signal }
    const reply = await this.post({ ...question, ...(headers && { headers }) }).catch((error: unknown) => {
      throw error instanceof NodeFailure ? this.#failure(error.kind, brokenText(error, maximumBytes)) : error
    })
    return this.#answers(reply, calls, maximumBytes)
  }

  #answers({ status, headers, body }: WholeAnswer, calls: readonly RemoteCall[], maximumBytes: number) {
    const waitMs = retryAfterMs(headers.get('retry-after'), Date.now())
    if (retriedStatuses.has(status)) {
      const kind = status === 429 ? 'rate-limited' : 'status'
      throw this.#failure(kind, this.#statusText(status, body), waitMs)
    }
    if (status === 401 || status === 403) throw this.#failure('unauthorised', this.#statusText(status, body))
    if (status === 413 && calls.length > 1) throw new BatchRefused('the batch is too large')
    const answers = this.#parsed(status, body, calls.length, maximumBytes)
    const limited = answers.find(isRateLimit)
    if (limited?.error !== undefined) {
      const what = `answers that its rate limit is reached: ${this.#masked(limited.error.message)}`
      throw this.#failure('rate-limited', what, waitMs)
    }
    return answers.map((answer) =>
      answer.error === undefined
        ? answer
        : { error: { ...answer.error, message: this.#masked(answer.error.message) } },
    )
  }

  /** A status with the service's own message. */
  #statusText(status: number, body: Buffer): string {
    const said = refusalIn(body)
    return `answers HTTP status ${status}${said === '' ? '' : `: ${this.#masked(said)}`}`
  }

  /** Services repeat keys in their messages. */
  #masked(text: string): string {
    return withoutSecrets(text, this.#url)
  }

  /** Nodes also send JSON-RPC errors with statuses other than 200. */
  #parsed(status: number, body: Buffer, count: number, maximumBytes: number): RemoteAnswer[] {
    try {
      return answersIn(answerText(body, maximumBytes), count)
    } catch (error) {
      if (error instanceof BatchRefused) throw error
      if (error instanceof UnusableAnswer)
        throw this.#failure('too-long', `gives an answer that ${error.message}`)
      if (status !== 200) throw this.#failure('refused', this.#statusText(status, body))
      // A proxy that cuts the connection leaves broken JSON, too.
      throw this.#failure('malformed', `gives no JSON-RPC answer (${problemOf(error)})`)
    }
  }

  #failure(kind: FailureKind, what: string, waitMs?: number): NodeFailure {
    return new NodeFailure(kind, `the endpoint ${this.shown} ${what}`, { waitMs })
  }
}

const mayRepeat = ({ isUntouched }: NodeFailure, calls: readonly RemoteCall[]): boolean =>
  isUntouched || !calls.some(({ isOnce }) => isOnce)

/** Failures after which another attempt may succeed. */
const transient: ReadonlySet<FailureKind> = new Set([
  ...(['unreachable', 'lost', 'timeout', 'malformed', 'status', 'rate-limited'] as const),
])

function brokenText({ kind, cause }: NodeFailure, maximumBytes: number): string {
  if (kind === 'timeout') return 'did not answer in time'
  if (kind === 'abandoned') return 'was not waited for'
  return kind === 'too-long'
    ? `answers more than ${maximumBytes} bytes`
    : `cannot be reached (${codeOf(cause)})`
}

/** The system's error code; messages of network errors may contain secrets. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? code : 'the connection broke'
}

/** Milliseconds before the next attempt after `failed` attempts. Half of a pause is random, to spread clients. */
function backoffMs(failed: number, random: () => number): number {
  const pauseMs = Math.min(maximumPauseMs, firstPauseMs * 2 ** (failed - 1))
  return pauseMs / 2 + (random() * pauseMs) / 2
}

/** Milliseconds that a `Retry-After` header asks for: seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}

/** The message of a `SyntaxError` quotes the answer, so it is left out. */
const problemOf = (error: unknown): string => (error instanceof TypeError ? error.message : 'it is not JSON')
