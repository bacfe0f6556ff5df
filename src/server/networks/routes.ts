import type { Endpoint } from './endpoint.ts'

export interface Route {
  readonly endpoint: Endpoint
  /** The API key in the path; empty when there is none. */
  readonly key: string
}

/** Longer than any path with a key. */
const longestPath = 512

/**
 * Base URLs: `/` is the first network and `/<name>` each of them; a key may follow as the last segment. Names of
 * networks are reserved words, so `/<name>` is never a key of the first network.
 */
export class Routes {
  readonly endpoints: readonly Endpoint[]
  readonly #byName: ReadonlyMap<string, Endpoint>
  readonly #default: Route

  constructor(endpoints: readonly Endpoint[]) {
    const [first] = endpoints
    if (first === undefined) throw new RangeError('a server serves at least one network')
    this.endpoints = endpoints
    this.#byName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]))
    if (this.#byName.size < endpoints.length) throw new RangeError('two networks have the same name')
    this.#default = { endpoint: first, key: '' }
  }

  /** The network and key of a request's target; undefined for an unknown path. */
  find(target: string): Route | undefined {
    if (target === '/') return this.#default
    if (target.length > longestPath || !target.startsWith('/')) return undefined
    const [path] = target.split('?', 1)
    const segments = path!.slice(1).split('/')
    if (segments.at(-1) === '') segments.pop()
    const [first = '', second] = segments
    const named = this.#byName.get(first)
    if (segments.length > (named === undefined ? 1 : 2)) return undefined
    if (named === undefined) return { endpoint: this.#default.endpoint, key: first }
    return { endpoint: named, key: second ?? '' }
  }
}
