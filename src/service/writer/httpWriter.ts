import { OwnerQuota } from '../../primitives/bounds/ownerQuota.ts'
import { secretHeader, workHeader } from '../../remote/fleetHeaders.ts'
import { isRecord } from '../../remote/jsonAnswers.ts'
import { beforeResult, parsedJson, questionText } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'
import { RemoteNode } from '../../remote/remoteNode.ts'
import { SocketTransport } from '../../remote/socketTransport.ts'
import { askingClient } from '../../rpc/envelope/answerContext.ts'
import { errorOf } from '../../rpc/errors/errorIn.ts'
import { limitExceeded, RpcError, writerAway, writerSilent } from '../../rpc/errors/errors.ts'
import type { Json } from '../../rpc/json/json.ts'
import type { Result } from '../../rpc/json/result.ts'
import { StreamedJson } from '../../rpc/json/streamedJson.ts'
import type { Writer, WriterCall } from './writer.ts'

export interface HttpWriterParts {
  /** The base URL of the network at the node that writes: `http://127.0.0.1:4444/mainnet`. */
  readonly url: string
  /** Lets the writer learn which client asks; undefined when it attributes all calls to this process. */
  readonly fleetSecret?: string | undefined
  /** Maximum time of an answer; by default a minute, as long as the slowest methods may take. */
  readonly timeoutMs?: number
  /** Maximum time of a health check; by default 3 seconds, longer than a busy writer takes. */
  readonly healthTimeoutMs?: number
}

/**
 * Maximum calls that wait for the writer, each on a connection; further ones are refused. A call that the writer does not
 * answer holds its connection for a minute, so one client gets a quarter of them.
 */
const [maximumCalls, maximumCallsOfClient] = [512, 128]
/** Maximum length of one answer, enough for a pool of many transactions. */
const maximumBytes = 64 * 1024 * 1024
/** A longer answer is passed on as bytes: parsing it would occupy the main thread for more than 10 ms. */
const maximumParsed = 1024 * 1024
/** The length of a piece of such an answer. */
const pieceBytes = 64 * 1024
/** Pause between health checks, short enough to notice the writer's start within a second. */
const healthPauseMs = 500

/**
 * Calls a node over persistent connections. No call is sent twice, because it could submit a transaction. While the node
 * does not answer `GET /health`, calls fail at once.
 */
export class HttpWriter implements Writer {
  readonly #parts: HttpWriterParts
  readonly #remote: RemoteNode
  readonly #quota = new OwnerQuota(maximumCalls, maximumCallsOfClient)
  /** Stop the calls that wait for the writer. */
  readonly #waiting = new Set<() => void>()
  #answers = true
  #isClosed = false
  #isChecking = false
  #timer: NodeJS.Timeout | undefined

  constructor(parts: HttpWriterParts) {
    this.#parts = parts
    const url = new URL(parts.url)
    const { fleetSecret } = parts
    const headers = {
      [workHeader]: 'report',
      ...(fleetSecret !== undefined && { [secretHeader]: fleetSecret }),
    }
    // One connection more for the health check.
    const maximumConnections = maximumCalls + 1
    const transport = new SocketTransport({ url, headers, maximumBytes, maximumConnections })
    this.#remote = new RemoteNode({ url, transport, limits: { maximumAnswerBytes: maximumBytes } })
    this.#checkHealth()
  }

  get answers(): boolean {
    return this.#answers
  }

  async call(call: WriterCall): Promise<Result> {
    const { client, isSubmission = false } = call
    if (!this.#answers) throw writerAway()
    if (!this.#quota.take(client.name)) throw limitExceeded('waiting calls')
    try {
      return await this.#ask(call)
    } catch (error) {
      if (error instanceof RpcError) throw error
      const failure = error instanceof NodeFailure ? error : undefined
      if (failure?.kind === 'unreachable' || failure?.kind === 'lost') this.#suspect()
      throw isSubmission && failure?.isUntouched !== true ? writerSilent() : writerAway()
    } finally {
      this.#quota.giveBack(client.name)
    }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#remote.close()
  }

  /** A broken connection usually means that the writer has ended: treat it as away until it answers again. */
  #suspect(): void {
    this.#answers = false
    if (this.#isChecking || this.#isClosed) return
    clearTimeout(this.#timer)
    this.#checkHealth()
  }

  /** Checks the writer's health, and again after a pause. */
  async #checkHealth(): Promise<void> {
    this.#isChecking = true
    const { healthTimeoutMs: timeoutMs = 3_000 } = this.#parts
    const health = { target: { method: 'GET', path: '/health' }, body: '', timeoutMs } as const
    const answers = await this.#remote.post(health).then(
      () => true,
      () => false,
    )
    this.#isChecking = false
    if (this.#isClosed) return
    this.#answers = answers
    // A suspended writer keeps its connections open; the calls that it has received would wait for a minute.
    if (!answers) for (const stop of this.#waiting) stop()
    this.#timer = setTimeout(() => this.#checkHealth(), healthPauseMs)
    this.#timer.unref()
  }

  /** Rejects with the `RpcError` of the answer, or with a `NodeFailure` when the answer is not one of a node. */
  async #ask({ method, params, client, meter, onStart }: WriterCall): Promise<Result> {
    const { timeoutMs = 60_000 } = this.#parts
    const controller = new AbortController()
    const stop = (): void => controller.abort()
    this.#waiting.add(stop)
    onStart?.(stop)
    const question = { body: questionText(method, params), client: askingClient(client), timeoutMs }
    try {
      const { body, work } = await this.#remote.post({ ...question, signal: controller.signal })
      meter?.addReported(work())
      return resultOf(body)
    } finally {
      this.#waiting.delete(stop)
    }
  }
}

function resultOf(body: Buffer): Result {
  if (body.length > maximumParsed) return longResult(body)
  const answer = parsedJson(body.toString())
  if (isRecord(answer) && answer['result'] !== undefined) return answer['result'] as Json
  throw errorOf(answer) ?? notAnswer()
}

/** The bytes of the result inside an answer. Throws for an answer without a result. */
function longResult(body: Buffer): StreamedJson {
  const isResult = body.toString('latin1', 0, beforeResult.length) === beforeResult
  if (!isResult || body.at(-1) !== '}'.charCodeAt(0)) throw notAnswer()
  return new StreamedJson(piecesOf(body.subarray(beforeResult.length, -1)))
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

const notAnswer = (): NodeFailure => new NodeFailure('malformed', 'the writer answered something else')
