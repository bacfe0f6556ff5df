import { readFileSync } from 'node:fs'
import { reasonOf } from '../../../primitives/errors.ts'
import { parsedJson } from '../../../remote/nodeAnswer.ts'
import { openEndpoint } from '../../../remote/openEndpoint.ts'
import type { RemoteNode } from '../../../remote/remoteNode.ts'
import { BitcoinError } from '../bitcoinError.ts'
import { isObject, type Json } from '../rpc/arguments.ts'

export interface BitcoindOptions {
  /** `http://user:password@host:port`, with the path of a wallet if the node has several. */
  readonly url: string
  /** The file with the password that bitcoind generates; used when the URL has none. */
  readonly cookieFile?: string | undefined
}

/** Calls time out after a minute. */
const timeoutMs = 60_000
const unauthorized = 401

/** The bitcoind cannot be reached, or its answers are not those of a bitcoind. */
export class BitcoindUnavailable extends Error {
  override readonly name = 'BitcoindUnavailable'
}

/** Calls of a bitcoind's JSON-RPC. Its password never appears in a message. */
export class BitcoindClient {
  /** The address without user and password. */
  readonly address: string
  readonly #node: RemoteNode

  constructor({ url, cookieFile }: BitcoindOptions) {
    const parsed = urlOf(url)
    if (parsed.username === '' && cookieFile !== undefined) {
      const [user = '', password = ''] = cookieOf(cookieFile).split(':')
      parsed.username = user
      parsed.password = password
    }
    this.#node = openEndpoint({ url: parsed })
    const { protocol, host, pathname, search } = parsed
    this.address = `${protocol}//${host}${pathname}${search}`
  }

  /** Rejects with the node's error as a `BitcoinError`, or with `BitcoindUnavailable`. */
  async call(method: string, ...params: readonly Json[]): Promise<Json> {
    const body = await this.#post(JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }))
    const { result, error } = body
    if (isObject(error)) throw new BitcoinError(Number(error['code']), String(error['message']))
    return result ?? null
  }

  async text(method: string, ...params: readonly Json[]): Promise<string> {
    const result = await this.call(method, ...params)
    if (typeof result !== 'string') throw this.#unavailable(`answers ${method} without a text`)
    return result
  }

  async number(method: string, ...params: readonly Json[]): Promise<number> {
    const result = await this.call(method, ...params)
    if (typeof result !== 'number') throw this.#unavailable(`answers ${method} without a number`)
    return result
  }

  async list(method: string, ...params: readonly Json[]): Promise<readonly Json[]> {
    const result = await this.call(method, ...params)
    if (!Array.isArray(result)) throw this.#unavailable(`answers ${method} without a list`)
    return result
  }

  async #post(body: string): Promise<{ readonly result?: Json; readonly error?: Json }> {
    const answer = await this.#node.post({ body, timeoutMs }).catch((error: unknown) => {
      throw this.#unavailable(`cannot be reached: ${reasonOf(error)}`)
    })
    if (answer.status === unauthorized) throw this.#unavailable('refuses the user and password')
    const parsed = parsedJson(answer.body.toString())
    if (isObject(parsed)) return parsed
    throw this.#unavailable(`answers with status ${answer.status} and without JSON`)
  }

  #unavailable(problem: string): BitcoindUnavailable {
    return new BitcoindUnavailable(`the bitcoind at ${this.address} ${problem}`)
  }
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new BitcoindUnavailable(
      'the address of a bitcoind is a URL such as http://user:password@127.0.0.1:18443',
    )
  }
  return url
}

function cookieOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new BitcoindUnavailable(`the cookie file of the bitcoind cannot be read: ${reasonOf(error)}`)
  }
}
