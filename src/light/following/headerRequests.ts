import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import { type CallAnswer, EndpointFault } from '../../upstream/answers/fields.ts'
import { type GivenHeader, givenHeader, isFault } from '../checking/checkHeader.ts'
import type { HeaderChecks } from '../checking/headerChecks.ts'
import { requireLink } from '../checking/requireChild.ts'
import { closedConnections, type Endpoint } from '../endpoints/endpoint.ts'

/** Headers that are asked for at once; endpoints that limit batches get fewer calls a batch. */
export const headersAtOnce = 100

export interface HeaderRequestParts {
  readonly checks: HeaderChecks
  /** The clock of this machine. */
  readonly nowMs: () => number
}

/** Fetches headers and checks each by itself; the caller compares it with its parent. */
export class HeaderRequests {
  readonly #parts: HeaderRequestParts

  constructor(parts: HeaderRequestParts) {
    this.#parts = parts
  }

  /** The newest header of an endpoint. Rejects with an `UpstreamError`, as the other functions do. */
  async head(endpoint: Endpoint, signal?: AbortSignal): Promise<BlockHeader> {
    const [header] = await this.#checked(endpoint, ['latest'], signal)
    endpoint.head = { number: header!.number, hash: header!.hash }
    return header!
  }

  /** The headers from `first` to `last`, each the parent of the next. */
  async range(
    endpoint: Endpoint,
    first: number,
    last: number,
    signal?: AbortSignal,
  ): Promise<readonly BlockHeader[]> {
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const headers = await this.#checked(endpoint, numbers.map(toQuantity), signal)
    return endpoint.settle(() => {
      for (const [index, header] of headers.entries()) {
        if (header.number !== first + index)
          throw new EndpointFault('malformed', `gives block ${header.number} for block ${first + index}`)
        if (index > 0) requireLink(header, headers[index - 1]!)
      }
      return headers
    })
  }

  async byHash(endpoint: Endpoint, hash: Hash, signal?: AbortSignal): Promise<BlockHeader> {
    const call = { method: 'eth_getBlockByHash', params: [toHex(hash), false] }
    const given = await endpoint.ask([call], (answers) => givenOf(answers, 'eth_getBlockByHash'), signal)
    const [header] = await this.#check(endpoint, given, signal)
    return endpoint.settle(() => {
      if (equalBytes(header!.hash, hash)) return header!
      throw new EndpointFault('malformed', `gives block ${toHex(header!.hash)} for block ${toHex(hash)}`)
    })
  }

  async #checked(
    endpoint: Endpoint,
    blocks: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly BlockHeader[]> {
    return this.#check(endpoint, await this.#given(endpoint, blocks, signal), signal)
  }

  /** Encoded headers, which are shorter, of endpoints that have them. */
  async #given(
    endpoint: Endpoint,
    blocks: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly GivenHeader[]> {
    if (endpoint.givesRawHeaders !== false) {
      const raw = blocks.map((block): RemoteCall => ({ method: 'debug_getRawHeader', params: [block] }))
      // The first question decides with a single call.
      const calls = endpoint.givesRawHeaders === undefined ? raw.slice(0, 1) : raw
      const given = await endpoint.ask(
        calls,
        (answers) => {
          endpoint.givesRawHeaders ??= answers[0]?.isError === false
          return endpoint.givesRawHeaders ? givenOf(answers, 'debug_getRawHeader') : undefined
        },
        signal,
      )
      if (given !== undefined)
        return calls.length === blocks.length ? given : this.#given(endpoint, blocks, signal)
    }
    const calls = blocks.map(
      (block): RemoteCall => ({ method: 'eth_getBlockByNumber', params: [block, false] }),
    )
    return endpoint.ask(calls, (answers) => givenOf(answers, 'eth_getBlockByNumber'), signal)
  }

  async #check(
    endpoint: Endpoint,
    given: readonly GivenHeader[],
    signal: AbortSignal | undefined,
  ): Promise<readonly BlockHeader[]> {
    const { checks, nowMs } = this.#parts
    const checked = await checks.check(given, Math.floor(nowMs() / 1000))
    // The store of the headers may be closed by now.
    if (signal?.aborted) throw closedConnections()
    return endpoint.settle(() =>
      checked.map((one) => {
        if (!isFault(one)) return one
        if (!one.isOfClock) throw new EndpointFault('unproven', `gives a false header: ${one.detail}`)
        const advice = 'compare the clock of this machine'
        throw new EndpointFault('refused', `gives a header of the future (${advice}): ${one.detail}`)
      }),
    )
  }
}

function givenOf(answers: readonly CallAnswer[], method: string): readonly GivenHeader[] {
  return answers.map(({ result }) => {
    if (result === null)
      throw new EndpointFault('missing-block', `does not have a block that ${method} asks for`)
    return givenHeader(result, method)
  })
}
