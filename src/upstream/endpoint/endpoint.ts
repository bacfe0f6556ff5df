import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { EndpointLimits } from './endpointLimits.ts'
import { shownEndpoint, withoutSecrets } from './endpointUrl.ts'
import {
  answersIn,
  answerText,
  BatchRefused,
  BatchTooLong,
  isRateLimit,
  refusalIn,
  requestText,
  UnusableAnswer,
  type UpstreamAnswer,
  type UpstreamCall,
} from './jsonAnswers.ts'
import { type Posted, PostLimitExceeded, postJson } from './postJson.ts'
import { UpstreamError } from './upstreamError.ts'

export interface EndpointParts {
  readonly url: URL
  readonly limits: EndpointLimits
  readonly headers?: Readonly<Record<string, string>>
  readonly random?: () => number
}

/** The first pause before another attempt; each further one is twice as long. */
const firstPauseMs = 250
/** Maximum pause unless the endpoint asks for a longer one. */
const maximumPauseMs = 8_000
const retriedStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** The deadline, headers and maximum answer of one `ask`. */
interface Sending {
  readonly endMs: number
  readonly headers: Readonly<Record<string, string>>
  readonly maximumBytes: number
}

/** Another attempt may succeed. */
class TransientFailure extends Error {
  readonly final: UpstreamError
  readonly waitMs: number | undefined

  constructor(final: UpstreamError, waitMs?: number) {
    super(final.message)
    this.final = final
    this.waitMs = waitMs
  }
}

/**
 * A JSON-RPC endpoint of another node. It sends calls in batches over connections that stay open and retries transient
 * failures after growing pauses, all within limits of time and size.
 */
export class Endpoint {
  readonly #url: URL
  readonly #shown: string
  readonly #limits: EndpointLimits
  readonly #headers: Readonly<Record<string, string>>
  readonly #authorization: Readonly<Record<string, string>>
  readonly #random: () => number
  readonly #pool: Pool
  #batchSize: number

  constructor({ url, limits, headers = {}, random = Math.random }: EndpointParts) {
    this.#url = url
    this.#shown = shownEndpoint(url)
    this.#limits = limits
    this.#headers = headers
    this.#authorization = authorizationOf(url)
    this.#random = random
    this.#batchSize = limits.batchSize
    // Every attempt has its own timeout.
    const timeouts = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: limits.attemptMs } }
    this.#pool = new Pool(url.origin, { connections: limits.connections, ...timeouts })
  }

  /** The answers in the order of the calls. Rejects with an `UpstreamError`; an error of one call is an answer. */
  async ask(
    calls: readonly UpstreamCall[],
    headers: Readonly<Record<string, string>> = this.#headers,
    maximumBytes: number = this.#limits.maximumAnswerBytes,
  ): Promise<UpstreamAnswer[]> {
    const endMs = performance.now() + this.#limits.totalMs
    const sending: Sending = { endMs, headers, maximumBytes }
    const answers: UpstreamAnswer[] = new Array(calls.length)
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < calls.length) {
        const start = next
        next = Math.min(calls.length, start + this.#batchSize)
        const batch = await this.#askBatch(calls.slice(start, next), sending)
        for (const [index, answer] of batch.entries()) answers[start + index] = answer
      }
    }
    await Promise.all(Array.from({ length: Math.min(this.#limits.connections, calls.length) }, worker))
    return answers
  }

  close(): void {
    void this.#pool.destroy()
  }

  async #askBatch(calls: readonly UpstreamCall[], sending: Sending): Promise<UpstreamAnswer[]> {
    for (let failed = 0; ; ) {
      try {
        return await this.#attempt(calls, sending)
      } catch (error) {
        if (error instanceof BatchRefused && calls.length > 1) {
          this.#batchSize = Math.min(this.#batchSize, Math.ceil(calls.length / 2))
          return await this.#askHalves(calls, sending)
        }
        if (error instanceof BatchTooLong) return await this.#askHalves(calls, sending)
        if (!(error instanceof TransientFailure)) throw error
        failed++
        const waitMs = error.waitMs ?? backoffMs(failed, this.#random)
        if (failed >= this.#limits.attempts || performance.now() + waitMs > sending.endMs) throw error.final
        await pause(waitMs)
      }
    }
  }

  async #askHalves(calls: readonly UpstreamCall[], sending: Sending): Promise<UpstreamAnswer[]> {
    const half = Math.ceil(calls.length / 2)
    return [
      ...(await this.#askBatch(calls.slice(0, half), sending)),
      ...(await this.#askBatch(calls.slice(half), sending)),
    ]
  }

  async #attempt(
    calls: readonly UpstreamCall[],
    { endMs, headers, maximumBytes }: Sending,
  ): Promise<UpstreamAnswer[]> {
    const { attemptMs } = this.#limits
    const remainingMs = endMs - performance.now()
    if (remainingMs <= 0) throw this.#error('timeout', 'did not answer in time')
    const { pathname, search } = this.#url
    const request = {
      path: `${pathname}${search}`,
      headers: { ...this.#authorization, ...headers },
      body: requestText(calls),
    }
    const limits = { timeoutMs: Math.min(attemptMs, remainingMs), maximumBytes }
    const posted = await postJson(this.#pool, request, limits).catch((error: unknown) => {
      throw this.#broken(error, calls, maximumBytes)
    })
    return this.#answers(posted, calls, maximumBytes)
  }

  #broken(error: unknown, calls: readonly UpstreamCall[], maximumBytes: number): Error {
    if (!(error instanceof PostLimitExceeded)) {
      return new TransientFailure(this.#error('unreachable', `cannot be reached (${codeOf(error)})`))
    }
    if (error.limit === 'timeoutMs') {
      return new TransientFailure(this.#error('timeout', 'did not answer in time'))
    }
    if (calls.length > 1) return new BatchTooLong('the answers are too long')
    return this.#error('malformed', `answers more than ${maximumBytes} bytes`)
  }

  #answers(
    { status, retryAfter, body }: Posted,
    calls: readonly UpstreamCall[],
    maximumBytes: number,
  ): UpstreamAnswer[] {
    if (retriedStatuses.has(status)) {
      const problem = status === 429 ? 'rate-limited' : 'refused'
      const waitMs = retryAfterMs(retryAfter, Date.now())
      throw new TransientFailure(this.#error(problem, this.#statusText(status, body), waitMs), waitMs)
    }
    if (status === 401 || status === 403) throw this.#error('unauthorised', this.#statusText(status, body))
    if (status === 413 && calls.length > 1) throw new BatchRefused('the batch is too large')
    const answers = this.#parsed(status, body, calls.length, maximumBytes)
    const limited = answers.find(isRateLimit)
    if (limited?.error !== undefined) {
      const waitMs = retryAfterMs(retryAfter, Date.now())
      const what = `answers that its rate limit is reached: ${this.#masked(limited.error.message)}`
      throw new TransientFailure(this.#error('rate-limited', what, waitMs), waitMs)
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
  #parsed(status: number, body: Buffer, count: number, maximumBytes: number): UpstreamAnswer[] {
    try {
      return answersIn(answerText(body, maximumBytes), count)
    } catch (error) {
      if (error instanceof BatchRefused) throw error
      if (error instanceof UnusableAnswer)
        throw this.#error('malformed', `gives an answer that ${error.message}`)
      if (status !== 200) throw this.#error('refused', this.#statusText(status, body))
      // A proxy that cuts the connection leaves broken JSON, too.
      throw new TransientFailure(this.#error('malformed', `gives no JSON-RPC answer (${problemOf(error)})`))
    }
  }

  #error(code: UpstreamError['code'], what: string, waitMs?: number): UpstreamError {
    return new UpstreamError(code, `the endpoint ${this.#shown} ${what}`, waitMs)
  }
}

/** The user and password of a URL (RFC 7617). */
function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return { authorization: `Basic ${user.toString('base64')}` }
}

/** The system's error code; messages of network errors may contain secrets. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? code : 'the connection broke'
}

/** Milliseconds before the next attempt after `failed` attempts. Half of a pause is random, to spread clients. */
function backoffMs(failed: number, random: () => number): number {
  const pause = Math.min(maximumPauseMs, firstPauseMs * 2 ** (failed - 1))
  return pause / 2 + (random() * pause) / 2
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
