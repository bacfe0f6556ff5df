import { openChain } from '../../chain/openChain.ts'
import { WorkMeter } from '../../rpc/budget/workMeter.ts'
import type { RpcClient } from '../../rpc/envelope/answerContext.ts'
import type { Result } from '../../rpc/json/result.ts'
import { DelegatedRead } from '../../rpc/method/callable.ts'
import type { RpcContext } from '../../rpc/method/context.ts'
import type { Method } from '../../rpc/method/method.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import { WrittenTexts } from '../../rpc/shapes/writtenTexts.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { UpstreamError } from '../../upstream/endpoint/upstreamError.ts'
import type { Fork } from '../../upstream/fork.ts'
import type { UpstreamNode } from '../../upstream/upstreamNode.ts'

/** Memory for decoded blocks and trie nodes of a view. */
const cacheBytes = 16 << 20

/** A call as it is forwarded. */
export interface ForwardedCall {
  readonly method: Method
  readonly params: unknown
  readonly client: RpcClient
}

export interface UpstreamReaderParts {
  readonly upstream: UpstreamNode
  readonly node: RpcNode
  readonly contextOf: (client: RpcClient, work: WorkMeter) => RpcContext
}

/** The parts of a context that belong to a view. */
interface Viewed {
  readonly fork: Fork
  readonly node: RpcNode
  readonly texts: WrittenTexts
}

/**
 * Answers methods over an upstream's chain with this node's own code. Everything that it reads is fetched and verified, so
 * the answer requires no trust in the upstream.
 */
export class UpstreamReader {
  readonly #parts: UpstreamReaderParts
  #viewed: Viewed | undefined

  constructor(parts: UpstreamReaderParts) {
    this.#parts = parts
  }

  /** Undefined for an answer that cannot be checked. Rejects with an `UpstreamError`. */
  async read(call: ForwardedCall): Promise<{ readonly result: Result } | undefined> {
    const { method, params } = call
    if (method.upstream !== 'block' && method.upstream !== 'state') return undefined
    const asked = method.askedBlock(params)
    if (asked.kind === 'pending') return undefined
    const { upstream } = this.#parts
    const fork = await upstream.view(asked.kind === 'number' ? asked.number : undefined)
    if (method.upstream === 'state' && !fork.isVerified) return undefined
    const viewed = this.#view(fork)
    try {
      return { result: await fork.attempt(() => this.#run(call, viewed)) }
    } catch (error) {
      if (error instanceof UpstreamError) upstream.dropView()
      throw error
    }
  }

  #view(fork: Fork): Viewed {
    if (this.#viewed?.fork === fork) return this.#viewed
    const { node } = this.#parts
    const { network, traces, pool, data } = node
    const store = fork.openStore(memoryStore())
    const clock = (): number => Math.floor(Date.now() / 1000)
    const chain = openChain({ store, network, clock, origin: fork }, { memory: { cacheBytes } })
    this.#viewed = {
      fork,
      texts: new WrittenTexts(network, { keptBytes: chain.textBytes }),
      node: {
        network,
        chain,
        traces,
        pool,
        data,
        pending: () => node.pending(),
        submit: (transaction) => node.submit(transaction),
        wallet: undefined,
        mining: undefined,
        local: undefined,
        peers: undefined,
      },
    }
    return this.#viewed
  }

  #run({ method, params, client }: ForwardedCall, { node, texts }: Viewed): Result | Promise<Result> {
    const context = this.#parts.contextOf(client, new WorkMeter())
    const answer = method.call(params, { ...context, node, texts })
    if (answer instanceof DelegatedRead) throw new Error('a read answers for itself')
    return answer
  }
}
