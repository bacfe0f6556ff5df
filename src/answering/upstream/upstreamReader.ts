import { openChain } from '../../chain/openChain.ts'
import type { Answerer, Call } from '../../rpc/envelope/call.ts'
import type { Result } from '../../rpc/json/result.ts'
import { WrittenTexts } from '../../rpc/shapes/writtenTexts.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Fork } from '../../upstream/fork.ts'
import { UpstreamError } from '../../upstream/upstreamError.ts'
import type { UpstreamNode } from '../../upstream/upstreamNode.ts'
import { type Circumstances, here } from '../here.ts'

/** Memory for decoded blocks and trie nodes of a view. */
const cacheBytes = 16 << 20

/**
 * Maximum work of one run over the upstream's state, which only the main thread can read: 2 million gas, at most 100 ms.
 * A call that needs more is passed on like one that cannot be checked.
 */
const maximumUnits = 400

/**
 * Answers methods over an upstream's chain with this node's own code. Everything that it reads is fetched and verified, so
 * the answer requires no trust in the upstream.
 */
export class UpstreamReader {
  readonly #upstream: UpstreamNode
  readonly #circumstances: () => Circumstances
  #view: { readonly fork: Fork; readonly answerer: Answerer } | undefined

  constructor(upstream: UpstreamNode, circumstances: () => Circumstances) {
    this.#upstream = upstream
    this.#circumstances = circumstances
  }

  /** Undefined for an answer that cannot be checked. Rejects with an `UpstreamError`. */
  async read(call: Call): Promise<{ readonly result: Result } | undefined> {
    const { method, asked, meter } = call
    const { upstream: use } = method
    if (use === 'trusted' || use === 'never') return undefined
    if (asked.kind === 'pending') return undefined
    const fork = await this.#upstream.view(asked.kind === 'number' ? asked.number : undefined)
    if (use === 'state' && !fork.isVerified) return undefined
    const answerer = this.#over(fork)
    const run = (): Result | Promise<Result> => {
      meter.startOver()
      meter.beginTry(maximumUnits)
      return answerer(call)
    }
    try {
      return { result: await fork.attempt(run) }
    } catch (error) {
      if (error instanceof UpstreamError) this.#upstream.dropView()
      if (meter.isTryOver) return undefined
      throw error
    } finally {
      meter.endTry()
    }
  }

  /** Runs methods over the chain of a view. */
  #over(fork: Fork): Answerer {
    if (this.#view?.fork === fork) return this.#view.answerer
    const circumstances = this.#circumstances()
    const { node } = circumstances
    const { network, traces, pool, data } = node
    const store = fork.openStore(memoryStore())
    const clock = (): number => Math.floor(Date.now() / 1000)
    const chain = openChain({ store, network, clock, origin: fork }, { memory: { cacheBytes } })
    const answerer = here({
      ...circumstances,
      texts: new WrittenTexts(network, { keptBytes: chain.textBytes }),
      node: {
        ...{ network, chain, traces, pool, data },
        pending: () => node.pending(),
        submit: (transaction) => node.submit(transaction),
      },
    })
    this.#view = { fork, answerer }
    return answerer
  }
}
