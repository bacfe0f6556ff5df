import { Agent, type IncomingMessage, request } from 'node:http'
import { limitExceeded, RpcError, writerAway } from '../errors/errors.ts'
import { isJsonObject, type Json } from '../json/json.ts'
import type { Writer, WriterCall } from './writer.ts'

export interface HttpWriterParts {
  /** The base URL of the network at the node that writes: `http://127.0.0.1:4444/mainnet`. */
  readonly url: string
  /** Headers by which the writer knows this process and its client. */
  readonly headersFor: (call: WriterCall) => Readonly<Record<string, string>>
}

const maximumConnections = 32
/** Calls that wait for the writer; further ones are refused. */
const maximumCalls = 1_000
/** The longest answer, which is that of a pool of many transactions. */
const maximumBytes = 64 * 1024 * 1024
/** As long as the longest methods may take. */
const timeoutMs = 60_000

/** Calls a node over HTTP on connections that are kept. No call is sent twice: a transaction could be among them. */
export class HttpWriter implements Writer {
  readonly #parts: HttpWriterParts
  readonly #agent = new Agent({ keepAlive: true, maxSockets: maximumConnections, timeout: timeoutMs })
  #calls = 0

  constructor(parts: HttpWriterParts) {
    this.#parts = parts
  }

  async call(call: WriterCall): Promise<Json> {
    if (this.#calls >= maximumCalls) throw limitExceeded('waiting calls')
    this.#calls++
    try {
      return resultOf(await this.#post(call))
    } catch (error) {
      throw error instanceof RpcError ? error : writerAway(call.method)
    } finally {
      this.#calls--
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  #post(call: WriterCall): Promise<string> {
    const { method, params } = call
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) })
    return new Promise((resolve, reject) => {
      const sent = request(this.#parts.url, {
        method: 'POST',
        agent: this.#agent,
        timeout: timeoutMs,
        headers: {
          ...this.#parts.headersFor(call),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      })
      sent.on('timeout', () => sent.destroy(new Error('the writer is too slow')))
      sent.on('error', reject)
      sent.on('response', (response) => receive(response, resolve, reject))
      sent.end(body)
    })
  }
}

function receive(
  response: IncomingMessage,
  resolve: (text: string) => void,
  reject: (error: Error) => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  response.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maximumBytes) response.destroy(new Error('the answer of the writer is too long'))
    else chunks.push(chunk)
  })
  response.on('error', reject)
  response.on('end', () => resolve(Buffer.concat(chunks).toString()))
}

/** Throws the error of the answer, or a plain one when the answer is not one of JSON-RPC. */
function resultOf(text: string): Json {
  const answer: unknown = JSON.parse(text)
  if (!isJsonObject(answer)) throw new Error('not an answer of JSON-RPC')
  const { result, error } = answer
  if (error === undefined && result !== undefined) return result as Json
  if (!isJsonObject(error)) throw new Error('not an answer of JSON-RPC')
  const { code, message, data } = error
  if (typeof code !== 'number' || typeof message !== 'string') throw new Error('not an error of JSON-RPC')
  throw new RpcError(code, message, data as Json | undefined)
}
