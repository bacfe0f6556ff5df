import type { Hash } from '../../primitives/bytes.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { WorkPace, type WorkProgress } from '../../primitives/work/workProgress.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { RemoteNode } from '../../remote/remoteNode.ts'
import { UpstreamError } from '../../upstream/upstreamError.ts'
import type { Anchor } from '../anchor/anchor.ts'
import type { HeaderTree } from '../chain/headerTree.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { EndpointPool } from '../endpoints/endpointPool.ts'
import { LightError } from '../lightError.ts'
import type { Belief, HeadChange, LightHeaders, LinkedHeader } from '../lightHeaders.ts'
import { beliefOf } from './belief.ts'
import { commonNumber, compareForeign } from './branchSearch.ts'
import { comparedHeaders, isFreshByBitcoin } from './freshness.ts'
import { addTo, linkTo } from './headerLinking.ts'
import { type HeaderRequests, headersAtOnce } from './headerRequests.ts'

export interface HeaderFollowerParts {
  readonly network: Network
  readonly pool: EndpointPool
  readonly requests: HeaderRequests
  readonly tree: HeaderTree
  readonly anchor: Anchor
  readonly kind: Belief['kind']
  readonly nowMs: () => number
  /** Between two questions for a newer head; does not poll if undefined. */
  readonly intervalMs?: number | undefined
  readonly bitcoin?: RemoteNode | undefined
  /** Receives problems that the caller of `refresh` does not see. */
  readonly onProblem: (error: unknown) => void
  readonly onProgress?: ((progress: WorkProgress) => void) | undefined
  /** Frees what the headers are kept in. */
  readonly onClose: () => void
}

/** Follows the heaviest chain of all endpoints. */
export class HeaderFollower implements LightHeaders {
  readonly #parts: HeaderFollowerParts
  readonly #listeners = new Set<(change: HeadChange) => void>()
  readonly #closing = new AbortController()
  #refreshing: Promise<void> | undefined
  #progress: WorkProgress | undefined
  #isFresh: boolean | undefined
  #stop: LightError | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: HeaderFollowerParts) {
    this.#parts = parts
  }

  get network(): Network {
    return this.#parts.network
  }

  get head(): LinkedHeader {
    return this.#parts.tree.head
  }

  get firstNumber(): number {
    return this.#parts.tree.firstNumber
  }

  get progress(): WorkProgress | undefined {
    return this.#progress
  }

  get belief(): Belief {
    const { anchor, kind, tree, pool, nowMs } = this.#parts
    return beliefOf({ anchor, kind, tree, endpoints: pool.endpoints, nowMs: nowMs(), isFresh: this.#isFresh })
  }

  at(number: number): LinkedHeader | undefined {
    return this.#parts.tree.at(number)
  }

  byHash(hash: Hash): LinkedHeader | undefined {
    return this.#parts.tree.byHash(hash)
  }

  onHead(listener: (change: HeadChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Polls from now on. */
  start(): void {
    const { intervalMs, onProblem } = this.#parts
    if (intervalMs === undefined || this.#closing.signal.aborted || this.#stop !== undefined) return
    this.#timer = setTimeout(() => {
      this.refresh()
        .catch((error: unknown) => {
          if (!this.#closing.signal.aborted) onProblem(error)
        })
        .finally(() => this.start())
    }, intervalMs)
  }

  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
      this.#progress = undefined
    })
    return this.#refreshing
  }

  close(): void {
    if (this.#closing.signal.aborted) return
    this.#closing.abort()
    clearTimeout(this.#timer)
    this.#parts.onClose()
  }

  async #refresh(): Promise<void> {
    if (this.#stop !== undefined) throw this.#stop
    const { pool, requests } = this.#parts
    const { signal } = this.#closing
    let failure: unknown
    const heads: { readonly endpoint: Endpoint; readonly head: BlockHeader }[] = []
    const asked = pool.ready.length > 0 ? pool.ready.map(ask) : [pool.tryEach(ask)]
    await Promise.all(
      asked.map((one) =>
        one.catch((error: unknown) => {
          failure = error
        }),
      ),
    )
    async function ask(endpoint: Endpoint): Promise<void> {
      heads.push({ endpoint, head: await requests.head(endpoint, signal) })
    }
    let followed = 0
    for (const { endpoint, head } of heads.sort((one, other) => other.head.number - one.head.number)) {
      try {
        await this.#follow(endpoint, head)
        followed++
      } catch (error) {
        if (error instanceof LightError) this.#stop = error
        if (!(error instanceof UpstreamError)) throw error
        failure = error
      }
    }
    if (followed === 0) throw failure
    await this.#compareWithBitcoin()
  }

  /** Adds the chain of an endpoint up to its head. */
  async #follow(endpoint: Endpoint, target: BlockHeader): Promise<void> {
    const { tree, pool, requests, network, onProgress } = this.#parts
    const { signal } = this.#closing
    if (signal.aborted) return
    if (tree.byHash(target.hash) !== undefined) return
    // An endpoint that is far behind has nothing to compare.
    if (target.number < tree.floor.header.number) return
    if (tree.byHash(target.parentHash) !== undefined) {
      addTo(tree, target, endpoint)
      this.#settle()
      return
    }
    const search = { network, tree, requests }
    const common = await commonNumber(endpoint, target, search, signal)
    if (common === undefined) return compareForeign(endpoint, target, search, signal)
    const pace = new WorkPace()
    const linking = {
      tree,
      pool,
      requests,
      onChange: (change: HeadChange) => this.#tell(change),
      onLinked: (number: number, last: number) => {
        if (last - common < headersAtOnce) return
        this.#progress = pace.progress({
          what: 'headers linked',
          done: number - common,
          total: last - common,
        })
        onProgress?.(this.#progress)
      },
    }
    await linkTo(target, common + 1, endpoint, linking, signal)
  }

  #settle(): void {
    const change = this.#parts.tree.settle()
    if (change !== undefined) this.#tell(change)
  }

  #tell(change: HeadChange): void {
    for (const listener of this.#listeners) listener(change)
  }

  async #compareWithBitcoin(): Promise<void> {
    const { bitcoin, tree, onProblem } = this.#parts
    if (bitcoin === undefined || this.#closing.signal.aborted) return
    const { number } = tree.head.header
    const newest = Array.from({ length: comparedHeaders }, (_, index) => tree.at(number - index)?.header)
    try {
      const isPresent = (header: BlockHeader | undefined): header is BlockHeader => header !== undefined
      this.#isFresh = await isFreshByBitcoin(newest.filter(isPresent), bitcoin)
    } catch (error) {
      this.#isFresh = undefined
      if (!this.#closing.signal.aborted)
        onProblem(new Error(`the Bitcoin node cannot be asked: ${reasonOf(error)}`))
    }
  }
}
