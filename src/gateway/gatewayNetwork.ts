import { type NodeWays, throughNodes } from '../answering/throughNodes.ts'
import { NodeFailure } from '../remote/nodeFailure.ts'
import { Envelope } from '../rpc/envelope/envelope.ts'
import type { FailureFacts } from '../rpc/envelope/failure.ts'
import { internalError, nodesAway, RpcError } from '../rpc/errors/errors.ts'
import { methods } from '../rpc/modules/methods.ts'
import { unsupportedMethods } from '../rpc/modules/unsupported.ts'
import { Registry } from '../rpc/registry/registry.ts'
import { type Logger, reasonOf } from '../server/log/logger.ts'
import type { HostedNetwork, Readiness } from '../server/networks/hostedNetwork.ts'
import { GatewayFeeds } from './following/gatewayFeeds.ts'
import { AwaitedSubmissions } from './forwarding/awaitedSubmissions.ts'
import { Batches } from './forwarding/batches.ts'
import { FilterCalls } from './forwarding/filterCalls.ts'
import { FinalAnswers } from './forwarding/finalAnswers.ts'
import { callOnce } from './forwarding/nodeCalls.ts'
import { ReadRouter } from './forwarding/readRouter.ts'
import { SingleReads } from './forwarding/singleReads.ts'
import { Submissions } from './forwarding/submissions.ts'
import { AcceptedTransactions } from './nodes/acceptedTransactions.ts'
import { GatewayNode, type NodeStatus } from './nodes/gatewayNode.ts'
import { type FleetHeights, HeightFloor } from './nodes/heightFloor.ts'
import { NodeSet } from './nodes/nodeSet.ts'
import { NodeWatch } from './nodes/nodeWatch.ts'

export interface GatewayNetworkParts {
  readonly name: string
  readonly chainId: number
  /** Whether keys must grant the methods that change a node for other clients. */
  readonly checksGrants: boolean
  readonly origins: HostedNetwork['origins']
  readonly disabled: readonly string[]
  readonly urls: readonly string[]
  readonly secret: string
  /** Maximum bytes of a node's answer. */
  readonly answerBytes: number
  /** Maximum memory for final answers, in bytes; zero to keep none. */
  readonly cacheBytes: number
  readonly logger: Logger
  /** The heights that gateways share; undefined without shared state. */
  readonly heights?: { of(network: string, height: () => number): FleetHeights } | undefined
  /** Timeout of a node's status; by default 3 seconds. */
  readonly statusTimeoutMs?: number
}

/** For a moment after a new block, the nodes of one gateway may be this many blocks behind those of another. */
const usualLag = 2

const countOf = (count: number, total: number, what: string): string[] =>
  count === 0 ? [] : [`${count} of ${total} nodes ${count === 1 ? 'is' : 'are'} ${what}`]

const problemIn = (status: NodeStatus | undefined): string | undefined => {
  if (status?.isSyncing === true) return 'it is synchronising'
  return status?.writerAnswers === false ? 'its writer does not answer' : undefined
}

/** One network of a gateway: an endpoint that answers through nodes. */
export class GatewayNetwork implements HostedNetwork {
  readonly name: string
  origins: HostedNetwork['origins']
  readonly isRequired = true
  readonly envelope: HostedNetwork['envelope']
  readonly nodes: NodeSet
  readonly #finalAnswers: FinalAnswers
  readonly #feeds: GatewayFeeds
  readonly #floor: HeightFloor
  readonly #watches: readonly NodeWatch[]

  constructor(parts: GatewayNetworkParts) {
    const { name, origins, chainId, urls, secret, answerBytes, logger } = parts
    this.name = name
    this.origins = origins
    const nodes = new NodeSet(
      urls.map((url, position) => new GatewayNode(url, position, secret, answerBytes)),
    )
    this.nodes = nodes
    this.#floor = new HeightFloor({ nodes, elapsedMs: () => performance.now() })
    const { heights } = parts
    if (heights !== undefined) this.#floor.share((height) => heights.of(name, height))
    this.#finalAnswers = new FinalAnswers(parts.cacheBytes)
    this.#feeds = new GatewayFeeds({ network: name, nodes, floor: this.#floor, logger })
    this.envelope = this.#envelope(parts)
    const { statusTimeoutMs } = parts
    const watchParts = { network: name, chainId, logger, statusTimeoutMs, onChange: () => nodes.changed() }
    this.#watches = nodes.nodes.map((node) => new NodeWatch(node, watchParts))
  }

  head() {
    const best = this.#best
    return { number: Math.max(0, best?.height ?? 0), hash: best?.status?.hash ?? `0x${'0'.repeat(64)}` }
  }

  status() {
    const { number } = this.head()
    return {
      head: number,
      pendingTransactions: 0,
      queuedTransactions: 0,
      sync: undefined,
    }
  }

  storage() {
    return { dataBytes: undefined, freeBytes: undefined }
  }

  isAway(): boolean {
    return this.nodes.useful.length === 0
  }

  /** A network is ready when one node is useful and has caught up. The reasons name no node, because they are public. */
  readiness(): Readiness {
    const { nodes } = this.nodes
    const count = (has: (node: GatewayNode) => boolean): number => nodes.filter(has).length
    const away = count(({ problem }) => problem !== undefined)
    const syncing = count(({ problem, status }) => problem === undefined && status?.isSyncing === true)
    const withoutWriter = count(
      ({ problem, status }) => problem === undefined && status?.writerAnswers === false,
    )
    const reasons = [
      ...countOf(away, nodes.length, 'away'),
      ...countOf(syncing, nodes.length, 'synchronising'),
      ...countOf(withoutWriter, nodes.length, 'without a writer'),
    ]
    const { behind } = this.#floor
    const isBehind = behind > usualLag
    if (isBehind) reasons.push(`all nodes are ${behind} blocks behind those of another gateway`)
    const ready = nodes.length > away + syncing && !isBehind
    return { ready, reasons }
  }

  readonly gateway = () => {
    const { nodes, bestHeight } = this.nodes
    return {
      nodes: nodes.map(({ name, problem, status, height, latencies: { meanMs }, counts }) => ({
        name,
        problem: problem ?? problemIn(status),
        isUseful: problem === undefined,
        height: Math.max(0, height),
        lag: Math.max(0, bestHeight - height),
        meanMs,
        ...counts,
      })),
      finalAnswers: this.#finalAnswers.figures,
    }
  }

  /** Resolves when a node is useful, or after the time. */
  async opened(timeoutMs: number): Promise<void> {
    await this.nodes.waitFor(() => this.nodes.choose(0), timeoutMs)
  }

  close(): void {
    this.#feeds.close()
    this.#floor.close()
    for (const watch of this.#watches) watch.close()
    for (const node of this.nodes.nodes) node.close()
  }

  get #best(): GatewayNode | undefined {
    return this.nodes.choose(this.nodes.bestHeight)
  }

  #envelope({ disabled, checksGrants, logger, name: network }: GatewayNetworkParts): Envelope {
    const explain = (error: unknown, facts: FailureFacts): RpcError => {
      if (error instanceof RpcError) return error
      if (error instanceof NodeFailure) return nodesAway()
      logger.log('error', 'failed', { ...facts, network, reason: reasonOf(error) })
      return internalError()
    }
    return new Envelope({
      methods: new Registry(methods, { disabled, unsupported: unsupportedMethods }),
      answerer: throughNodes(this.#ways()),
      checksGrants,
      explain,
    })
  }

  #ways(): NodeWays {
    const { nodes } = this
    const floor = this.#floor
    const known = this.#finalAnswers
    const transactions = new AcceptedTransactions()
    const router = new ReadRouter({ nodes, floor, transactions })
    const single = new SingleReads(router, known)
    const batches = new Batches(router, known)
    const submissions = new Submissions(nodes, transactions)
    const awaited = new AwaitedSubmissions(nodes, floor, submissions)
    const filters = new FilterCalls(nodes, floor)
    return {
      read: (call) => single.answer(call),
      readTogether: (calls, context) => batches.answer(calls, context),
      submit: (call) => submissions.submit(call),
      submitAndWait: (call) => awaited.submit(call),
      openFilter: (call) => filters.open(call),
      useFilter: (call) => filters.use(call),
      /** Calls that change one node or use its keys go to the first node of the list only. */
      async callHome(call) {
        const { result, height } = await callOnce(nodes.nodes[0], call)
        // The chain may now be shorter than the heights that clients have seen.
        if (call.method.effect === 'changes-chain') floor.forgetAll()
        else await floor.noteAnswer(call.client.name, height)
        return result
      },
      feeds: this.#feeds,
    }
  }
}
