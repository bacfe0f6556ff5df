import { editDistance } from '../../primitives/editDistance.ts'
import type { HostedNetwork } from './hostedNetwork.ts'

export interface Route {
  readonly network: HostedNetwork
  /** The API key of the request; empty for a request without a key. */
  readonly key: string
  /** What answers instead of the network; the network's rules for web pages apply. */
  readonly handler?: PathHandler
  /** Set for a request below the dataset URL of the network. */
  readonly data?: DataPath
}

/** A path below the dataset URL of a network. */
export interface DataPath {
  /** The path of the dataset URL. */
  readonly root: string
  /** What follows it, without a slash at either end. */
  readonly path: string
}

/** The segment of the path that ends a dataset URL. */
const dataSegment = 'data'

/** Longer than any path with a key. */
const maximumPathLength = 512
/** A first segment up to 2 edits away from a network's name is a misspelt name, not a key. */
const misspeltEdits = 2

/**
 * Base URLs: `/` is the first network and `/<name>` each of them, or what a handler answers; a key may follow as the last
 * segment, and `data` with what is below it comes after both. `data` and the names of networks are reserved words, so
 * `/<name>` is never a key of the first network; neither is a misspelt name, so that a client that means another network is
 * not answered by the first one.
 */
export class Routes {
  readonly networks: readonly HostedNetwork[]
  readonly #byName: ReadonlyMap<string, HostedNetwork>
  readonly #default: Route
  readonly #handlers: readonly PathHandler[]

  constructor(networks: readonly HostedNetwork[], handlers: readonly PathHandler[] = []) {
    const [first] = networks
    if (first === undefined) throw new RangeError('a server serves at least one network')
    this.networks = networks
    this.#byName = new Map(networks.map((network) => [network.name, network]))
    if (this.#byName.size < networks.length) throw new RangeError('two networks have the same name')
    if (this.#byName.has(dataSegment)) throw new RangeError('a network cannot have the name data')
    this.#default = { network: first, key: '' }
    this.#handlers = handlers
  }

  /** The network and key of a request's target; undefined for an unknown path. */
  find(target: string): Route | undefined {
    if (target === '/') return this.#default
    const segments = segmentsOf(target)
    const handler = this.#handlers.find(({ name }) => name === segments?.[0])
    if (handler !== undefined) return { ...this.#default, handler }
    if (segments === undefined) return undefined
    const dataAt = segments.indexOf(dataSegment)
    if (dataAt < 0) return this.#base(target, segments)
    const route = this.#base(target, segments.slice(0, dataAt))
    const root = `/${segments.slice(0, dataAt + 1).join('/')}`
    return route && { ...route, data: { root, path: segments.slice(dataAt + 1).join('/') } }
  }

  #base(target: string, segments: readonly string[]): Route | undefined {
    if (segments.length === 0) return this.#default
    if (segments.length > 2) return undefined
    const [first = '', second] = segments
    const named = this.#byName.get(first)
    if (named !== undefined) return { network: named, key: second ?? '' }
    const isKey = second === undefined && this.misspelt(target) === undefined
    return isKey ? { network: this.#default.network, key: first } : undefined
  }

  /** The network whose misspelt name a target starts with. */
  misspelt(target: string): string | undefined {
    const [first = ''] = segmentsOf(target) ?? []
    const typed = first.toLowerCase()
    return this.networks.find(({ name }) => name !== first && isNear(typed, name))?.name
  }
}

/** The lengths are compared first: the distance of a long key costs more than a request should. */
const isNear = (typed: string, name: string): boolean =>
  Math.abs(typed.length - name.length) <= misspeltEdits && editDistance(typed, name) <= misspeltEdits

/** Undefined for a target that is not a path or is longer than any path with a key. */
function segmentsOf(target: string): readonly string[] | undefined {
  if (target.length > maximumPathLength || !target.startsWith('/')) return undefined
  const [path = ''] = target.split('?', 1)
  const segments = path.slice(1).split('/')
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments
}

/** Answers the bodies that clients post below a path of its own, beside the networks. */
export interface PathHandler {
  /** The first segment of the path. */
  readonly name: string
  answer(body: string): Promise<{ readonly status: number; readonly text: string }>
}
