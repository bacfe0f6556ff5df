import { type AskingClient, secretHeader } from '../../remote/fleetHeaders.ts'
import { type NodeAnswer, type NodeHead, questionText } from '../../remote/nodeAnswer.ts'
import type { NodeFailure } from '../../remote/nodeFailure.ts'
import type { Asker, QuestionCounter, RemoteExchange } from '../../remote/remoteExchange.ts'
import { RemoteNode, type WholeAnswer } from '../../remote/remoteNode.ts'
import { SocketTransport } from '../../remote/socketTransport.ts'
import type { Lane, Question } from '../../remote/transport.ts'
import { fleetAnswers } from './fleetAnswers.ts'

/** The status that a node reports. */
export interface NodeStatus extends NodeHead {
  readonly isSyncing: boolean
  readonly sharesFilters: boolean
  /** False for a reader whose writer does not answer: it answers what is stored. */
  readonly writerAnswers: boolean
}

/** Counts since the start of the gateway. */
export interface NodeCounts {
  requests: number
  failures: number
  /** Requests that were sent here because another node failed. */
  retries: number
  /** Requests that were sent here because another node was slow. */
  hedges: number
}

const maximumConnections = 256
/** Failures in a row after which a node gets no requests until it reports its status again. */
const failuresUntilAway = 3
/** Number of kept durations, and the number of answers after which their quantile is computed again. */
const [keptDurations, renewedAfter] = [128, 32]

/** One node behind a gateway: its connections, what is known about it, and how it behaves. */
export class GatewayNode {
  /** Names the node in logs and metrics. */
  readonly name: string
  /** The position in the list of the operator; the first useful node is the home of what only one node has. */
  readonly position: number
  readonly latencies = new Latencies()
  readonly counts: NodeCounts = { requests: 0, failures: 0, retries: 0, hedges: 0 }
  readonly #sockets: SocketTransport
  readonly #remote: RemoteNode
  readonly #counter: QuestionCounter
  #status: NodeStatus | undefined
  #problem: string | undefined = 'it has not answered yet'
  #failuresInRow = 0
  #running = 0

  constructor(url: string, position: number, secret: string, maximumBody: number) {
    const parsed = new URL(url)
    this.name = `${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`
    this.position = position
    const headers = { [secretHeader]: secret }
    this.#sockets = new SocketTransport({
      url: parsed,
      headers,
      maximumBytes: maximumBody,
      maximumConnections,
    })
    this.#remote = new RemoteNode({ url: parsed, transport: this.#sockets, check: fleetAnswers })
    this.#counter = {
      name: this.name,
      asked: () => {
        this.counts.requests++
        this.#running++
      },
      answered: (head, ms) => {
        this.#running--
        this.#failuresInRow = 0
        this.latencies.add(ms)
        this.#sawHead(head)
      },
      failed: (failure) => {
        this.#running--
        this.#failed(failure)
      },
      abandoned: () => {
        this.#running--
      },
    }
  }

  /** Undefined until the node has reported it. */
  get status(): NodeStatus | undefined {
    return this.#status
  }

  /** Why the node gets no requests; undefined when it does. */
  get problem(): string | undefined {
    return this.#problem
  }

  get height(): number {
    return this.#status?.number ?? -1
  }

  /** The lower, the sooner the node will answer a further request. */
  get load(): number {
    return (this.#running + 1) * this.latencies.meanMs
  }

  /** The node has reported its status, so it gets requests. */
  reported(status: NodeStatus): void {
    this.#status = status
    this.#problem = undefined
    this.#failuresInRow = 0
  }

  /** The node gets no requests until it reports its status again. */
  away(problem: string): void {
    this.#problem = problem
  }

  /** Rejects with `NodeFailure`. */
  askOnce(body: string, client: AskingClient, timeoutMs: number, beginning?: string): Promise<NodeAnswer> {
    return new Promise((resolve, reject) => {
      this.ask({ body, client, timeoutMs, beginning }, { onAnswer: resolve, onFailure: reject })
    })
  }

  /** Asks for the gateway itself, without counting, for an answer that is received whole; undefined when the node fails. */
  askForGateway(
    method: string,
    params: unknown,
    limits: { timeoutMs: number; maximum: number },
  ): Promise<WholeAnswer | undefined> {
    const question = { body: questionText(method, params), client: undefined, ...limits }
    return this.#remote.post(question).catch(() => undefined)
  }

  /** Asks without counting, for the purposes of the gateway itself. */
  askQuietly(question: Question, asker: Asker): RemoteExchange {
    return this.#remote.begin(question, asker)
  }

  ask(question: Question, asker: Asker): RemoteExchange {
    return this.#remote.begin(question, asker, this.#counter)
  }

  /** Whether a read of the lane would be sent together with others. */
  isGathering(lane: Lane): boolean {
    return this.#sockets.isGathering(lane)
  }

  /** Fails questions whose connections have been silent since `sinceMs`; returns their number. */
  dropSilent(sinceMs: number, since: 'asked' | 'begun'): number {
    return this.#sockets.dropSilent(sinceMs, since)
  }

  close(): void {
    this.#remote.close()
  }

  /** An answer may report a new best block before the node's status does. */
  #sawHead({ number, hash }: NodeHead): void {
    const status = this.#status
    if (status !== undefined && number > status.number) this.#status = { ...status, number, hash }
  }

  #failed({ kind, message }: NodeFailure): void {
    this.counts.failures++
    this.#failuresInRow++
    const isAway = kind === 'draining' || this.#failuresInRow >= failuresUntilAway
    if (isAway) this.#problem = message
  }
}

/** The durations of the latest answers of a node. */
class Latencies {
  readonly #ms: number[] = []
  #count = 0
  #p95: number | undefined
  /** A moving average. */
  meanMs = 5

  add(ms: number): void {
    this.#ms[this.#count++ % keptDurations] = ms
    this.meanMs += (ms - this.meanMs) / 16
    if (this.#count % renewedAfter === 0)
      this.#p95 = this.#ms.toSorted((a, b) => a - b)[Math.floor(this.#ms.length * 0.95)]
  }

  /** Undefined for the first answers. */
  get p95Ms(): number | undefined {
    return this.#p95
  }
}
