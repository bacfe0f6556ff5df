import type { Pool } from 'undici'

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

/** The request exceeded our own limit; the connection did not break. */
export class PostLimitExceeded extends Error {
  override readonly name = 'PostLimitExceeded'
  readonly limit: keyof PostLimits

  constructor(limit: keyof PostLimits) {
    super(limit === 'timeoutMs' ? 'no answer in time' : 'the answer is too long')
    this.limit = limit
  }
}

export interface JsonRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends JSON and reads the whole answer. */
export function postJson(
  pool: Pool,
  request: JsonRequest,
  { timeoutMs, maximumBytes }: PostLimits,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController()
    // An abort alone would wait for a connection that is being made.
    const timer = setTimeout(() => {
      reject(new PostLimitExceeded('timeoutMs'))
      controller.abort()
    }, timeoutMs)
    post(pool, request, maximumBytes, controller.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

async function post(
  pool: Pool,
  { path, headers: own, body: sent }: JsonRequest,
  maximumBytes: number,
  signal: AbortSignal,
): Promise<Posted> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...own }
  const answer = await pool.request({ method: 'POST', path, headers, body: sent, signal })
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maximumBytes) throw new PostLimitExceeded('maximumBytes')
    chunks.push(chunk)
  }
  const retryAfter = [answer.headers['retry-after']].flat()[0]
  return { status: answer.statusCode, retryAfter, body: Buffer.concat(chunks, length) }
}
