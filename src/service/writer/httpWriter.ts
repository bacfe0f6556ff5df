import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { limitExceeded, RpcError, writerAway, writerSilent } from '../../rpc/errors/errors.ts'
import { isJsonObject, type Json } from '../../rpc/json/json.ts'
import type { Result } from '../../rpc/json/result.ts'
import { StreamedJson } from '../../rpc/json/streamedJson.ts'
import { OwnedPlaces } from '../scheduling/ownedPlaces.ts'
import type { Writer, WriterCall } from './writer.ts'

export interface HttpWriterParts {
  /** The base URL of the network at the node that writes: `http://127.0.0.1:4444/mainnet`. */
  readonly url: string
  /** Headers by which the writer knows this process and its client. */
  readonly headersFor: (call: WriterCall) => Readonly<Record<string, string>>
  /** Maximum time of an answer; by default a minute. */
  readonly timeoutMs?: number
  /** Maximum time of a health check; by default 3 seconds. */
  readonly healthTimeoutMs?: number
}

/**
 * Maximum calls that wait for the writer, each on a connection; further ones are refused. A call that the writer does not
 * answer holds its connection for a minute, so one client gets a quarter of them.
 */
const [maximumCalls, maximumCallsOfClient] = [512, 128]
/** Maximum length of one answer, enough for a pool of many transactions, and of all answers that are received at once. */
const maximumBytes = 64 * 1024 * 1024
const maximumBytesOfAll = 256 * 1024 * 1024
/** As long as the slowest methods may take. Data that arrives does not extend it. */
const defaultTimeoutMs = 60_000
/** A longer answer is passed on as bytes: parsing it would occupy the main thread for more than 10 ms. */
const maximumParsed = 1024 * 1024

/** Error codes of connections that the writer has closed or refused. */
const brokenConnection: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
/** Pause between health checks, short enough to notice the writer's start within a second. */
const healthPauseMs = 500
/** Longer than a busy writer takes. A suspended process keeps its connections open without answering. */
const defaultHealthTimeoutMs = 3_000

/** The text before and after a result in a node's answer. */
const [beforeResult, afterResult] = ['{"jsonrpc":"2.0","id":1,"result":', '}']

/**
 * Calls a node over HTTP on persistent connections. No call is sent twice, because it could submit a transaction. While the
 * node does not answer `GET /health`, calls fail at once.
 */
export class HttpWriter implements Writer {
  readonly #parts: HttpWriterParts
  readonly #agent = new Agent({ keepAlive: true, maxSockets: maximumCalls })
  readonly #places = new OwnedPlaces(maximumCalls, maximumCallsOfClient)
  readonly #waiting = new Set<ClientRequest>()
  #receivedBytes = 0
  #answers = true
  #isClosed = false
  #isChecking = false
  #timer: NodeJS.Timeout | undefined

  constructor(parts: HttpWriterParts) {
    this.#parts = parts
    this.#checkHealth()
  }

  get answers(): boolean {
    return this.#answers
  }

  async call(call: WriterCall): Promise<Result> {
    const { client, isSubmission = false } = call
    if (!this.#answers) throw writerAway()
    if (!this.#places.take(client.name)) throw limitExceeded('waiting calls')
    try {
      return resultOf(await this.#post(call))
    } catch (error) {
      if (error instanceof RpcError) throw error
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (brokenConnection.has(code)) this.#suspect()
      throw isSubmission && code !== 'ECONNREFUSED' ? writerSilent() : writerAway()
    } finally {
      this.#places.giveBack(client.name)
    }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#agent.destroy()
  }

  /** A broken connection usually means that the writer has ended: treat it as away until it answers again. */
  #suspect(): void {
    this.#answers = false
    if (this.#isChecking || this.#isClosed) return
    clearTimeout(this.#timer)
    this.#checkHealth()
  }

  /** Checks the writer's health, and again after a pause. */
  #checkHealth(): void {
    this.#isChecking = true
    const { url, healthTimeoutMs = defaultHealthTimeoutMs } = this.#parts
    const sent = request(new URL('/health', url), {
      agent: this.#agent,
      signal: AbortSignal.timeout(healthTimeoutMs),
    })
    const checked = (answers: boolean): void => {
      this.#isChecking = false
      if (this.#isClosed) return
      this.#answers = answers
      if (!answers) this.#failWaiting()
      this.#timer = setTimeout(() => this.#checkHealth(), healthPauseMs)
      this.#timer.unref()
    }
    sent.on('response', (response) =>
      response
        .resume()
        .on('end', () => checked(true))
        .on('error', () => checked(false)),
    )
    sent.on('error', () => checked(false))
    sent.end()
  }

  /** Fails the calls that a suspended writer has received; they would wait for a minute. */
  #failWaiting(): void {
    for (const sent of this.#waiting) sent.destroy(new Error('the writer does not answer'))
  }

  #post(call: WriterCall): Promise<Buffer[]> {
    const { method, params } = call
    const { timeoutMs = defaultTimeoutMs } = this.#parts
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) })
    return new Promise((resolve, reject) => {
      const sent = request(this.#parts.url, {
        method: 'POST',
        agent: this.#agent,
        headers: {
          ...this.#parts.headersFor(call),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      })
      this.#waiting.add(sent)
      const timer = setTimeout(() => sent.destroy(new Error('the writer is too slow')), timeoutMs)
      sent.on('error', reject)
      sent.on('close', () => {
        clearTimeout(timer)
        this.#waiting.delete(sent)
      })
      sent.on('response', (response) => this.#receive(response, resolve, reject))
      sent.end(body)
    })
  }

  #receive(
    response: IncomingMessage,
    resolve: (chunks: Buffer[]) => void,
    reject: (error: Error) => void,
  ): void {
    const chunks: Buffer[] = []
    let length = 0
    response.on('data', (chunk: Buffer) => {
      length += chunk.length
      this.#receivedBytes += chunk.length
      const isTooLong = length > maximumBytes || this.#receivedBytes > maximumBytesOfAll
      if (isTooLong) response.destroy(new Error('the answer of the writer is too long'))
      else chunks.push(chunk)
    })
    response.on('error', reject)
    response.on('end', () => resolve(chunks))
    response.on('close', () => {
      this.#receivedBytes -= length
    })
  }
}

/** Throws the `RpcError` of the answer, or an `Error` when the answer is not JSON-RPC. */
function resultOf(chunks: Buffer[]): Result {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (length > maximumParsed) return longResult(chunks)
  const text = Buffer.concat(chunks).toString()
  const answer: unknown = JSON.parse(text)
  if (!isJsonObject(answer)) throw new Error('not an answer of JSON-RPC')
  const { result, error } = answer
  if (error === undefined && result !== undefined) return result as Json
  if (!isJsonObject(error)) throw new Error('not an answer of JSON-RPC')
  const { code, message, data } = error
  if (typeof code !== 'number' || typeof message !== 'string') throw new Error('not an error of JSON-RPC')
  throw new RpcError(code, message, data as Json | undefined)
}

/** The bytes of the result inside an answer. Throws for an answer without a result. */
function longResult(chunks: Buffer[]): StreamedJson {
  while (chunks.length > 1 && chunks[0]!.length < beforeResult.length)
    chunks.splice(0, 2, Buffer.concat(chunks.slice(0, 2)))
  const first = chunks[0]!
  const last = chunks.at(-1)!
  const isResult =
    first.toString('latin1', 0, beforeResult.length) === beforeResult &&
    last.toString('latin1', last.length - 1) === afterResult
  if (!isResult) throw new Error('not an answer of JSON-RPC')
  chunks[0] = first.subarray(beforeResult.length)
  chunks.push(chunks.pop()!.subarray(0, -afterResult.length))
  return new StreamedJson(piecesOf(chunks))
}

async function* piecesOf(chunks: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
