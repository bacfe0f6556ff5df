import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
}

export interface RpcAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Maximum wait for an answer; longer than any timeout of the server. */
const maximumWaitMs = 90_000

/** A client with one API key, or without one. */
export class KeyClient {
  readonly url: URL
  readonly #agent: Agent

  /** `socket` is the client's only connection. */
  constructor(url: string, connections = 16, socket?: Socket) {
    this.url = new URL(url)
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
    if (socket !== undefined) this.#agent.createConnection = () => socket
  }

  async ask(
    method: string,
    params: readonly unknown[] = [],
  ): Promise<RpcAnswer & { readonly status: number }> {
    const { status, text } = await this.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const answer: RpcAnswer = JSON.parse(text)
    return { status, ...answer }
  }

  /** The result of a call that must succeed. */
  async text(method: string, params: readonly unknown[] = []): Promise<string> {
    const { result, error } = await this.ask(method, params)
    if (typeof result !== 'string') throw new Error(`${method}: ${JSON.stringify(error ?? result)}`)
    return result
  }

  /** Without a length the body is sent in chunks. */
  post(body: string, headers: Record<string, string> = {}, hasLength = true): Promise<Answer> {
    const { hostname, port, pathname } = this.url
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          path: pathname,
          method: 'POST',
          agent: this.#agent,
          timeout: maximumWaitMs,
          headers: {
            'content-type': 'application/json',
            ...(hasLength && { 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(parts).toString(),
              retryAfter: response.headers['retry-after'],
            }),
          )
        },
      )
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
