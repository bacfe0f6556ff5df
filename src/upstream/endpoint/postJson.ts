import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

export interface PostLimits {
  /** For the whole exchange. */
  readonly timeoutMs: number
  /** Of the answer. */
  readonly maximumBytes: number
}

export interface Posted {
  readonly status: number
  /** The header `Retry-After`, where the endpoint sent one. */
  readonly retryAfter: string | undefined
  readonly body: Buffer
}

/** Ended by our own limit, as distinct from a broken connection. */
export class PostLimitExceeded extends Error {
  override readonly name = 'PostLimitExceeded'
  readonly limit: keyof PostLimits

  constructor(limit: keyof PostLimits) {
    super(limit === 'timeoutMs' ? 'no answer in time' : 'the answer is too long')
    this.limit = limit
  }
}

/** Sends JSON and reads the whole answer. The headers name the sender, so that two nodes do not forward in a circle. */
export function postJson(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
  { timeoutMs, maximumBytes }: PostLimits,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body)
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'content-length': String(bytes.length),
        ...headers,
      },
    })
    const fail = (error: unknown): void => {
      clearTimeout(timer)
      reject(error)
      request.destroy()
    }
    const timer = setTimeout(() => fail(new PostLimitExceeded('timeoutMs')), timeoutMs)
    request.on('error', fail)
    request.on('response', (response) => {
      read(response, maximumBytes).then((bytes) => {
        clearTimeout(timer)
        const { statusCode = 0, headers: received } = response
        resolve({ status: statusCode, retryAfter: received['retry-after'], body: bytes })
      }, fail)
    })
    request.end(bytes)
  })
}

async function read(response: IncomingMessage, maximumBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maximumBytes) throw new PostLimitExceeded('maximumBytes')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
