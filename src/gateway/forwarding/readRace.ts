import type { GatewayNode } from '../nodes/gatewayNode.ts'
import { type NodeAnswer, NodeFailure } from '../nodes/nodeAnswer.ts'
import type { NodeExchange } from '../nodes/nodeExchange.ts'
import type { AskingClient, Lane } from '../nodes/nodeSocket.ts'
import { type Hedging, hedgeAfterMs } from './hedging.ts'

export interface ReadRaceParts {
  readonly body: string
  readonly client: AskingClient
  readonly beginning?: string | undefined
  readonly lane: Lane | undefined
  readonly timeoutMs: number
  /** The node to ask next; undefined when no other may be asked. */
  readonly next: (tried: ReadonlySet<GatewayNode>) => GatewayNode | undefined
  /** Undefined for a read that is not hedged. */
  readonly hedging: Hedging | undefined
}

export interface Won {
  readonly node: GatewayNode
  readonly answer: NodeAnswer
}

/** A read is sent to at most three nodes. */
const maximumNodes = 3

/**
 * Asks nodes until one has answered: another one when a node fails before its answer is complete, and a second one beside
 * the first when that is slow. The first answer wins, and the other questions are abandoned.
 */
export class ReadRace {
  readonly won: Promise<Won>
  readonly #parts: ReadRaceParts
  readonly #tried = new Set<GatewayNode>()
  readonly #running = new Map<GatewayNode, NodeExchange>()
  #resolve: (won: Won) => void = () => {}
  #reject: (failure: NodeFailure) => void = () => {}
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(first: GatewayNode, parts: ReadRaceParts) {
    this.#parts = parts
    this.won = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#ask(first)
    this.#planHedge(first)
  }

  /** Nodes that were asked. */
  get tried(): ReadonlySet<GatewayNode> {
    return this.#tried
  }

  /** Abandons all questions: the client has left, or its time is over. */
  stop(): void {
    this.#end()
    this.#reject(new NodeFailure('timeout', 'the request was abandoned'))
  }

  #ask(node: GatewayNode): void {
    this.#tried.add(node)
    const { body, client, lane, timeoutMs, beginning } = this.#parts
    const exchange = node.ask({
      body,
      client,
      lane,
      timeoutMs,
      ...(beginning !== undefined && { beginning }),
      onAnswer: (answer) => {
        this.#running.delete(node)
        this.#end()
        this.#resolve({ node, answer })
      },
      onFailure: (failure) => {
        this.#running.delete(node)
        this.#failed(failure)
      },
    })
    if (!this.#isOver) this.#running.set(node, exchange)
  }

  #planHedge({ latencies: { p95Ms } }: GatewayNode): void {
    const { hedging } = this.#parts
    if (hedging === undefined || this.#isOver) return
    hedging.sent()
    this.#timer = setTimeout(() => this.#hedge(hedging), hedgeAfterMs(p95Ms))
  }

  #hedge(hedging: Hedging): void {
    const node = this.#tried.size < maximumNodes ? this.#parts.next(this.#tried) : undefined
    if (node === undefined || !hedging.take()) return
    node.counts.hedges++
    this.#ask(node)
  }

  /** A node that is slow is not replaced: the next one would be as slow, and the client has waited for long. */
  #failed(failure: NodeFailure): void {
    if (this.#isOver) return
    const mayRepeat = failure.kind !== 'timeout' && this.#tried.size < maximumNodes
    const node = mayRepeat ? this.#parts.next(this.#tried) : undefined
    if (node !== undefined) {
      node.counts.retries++
      this.#ask(node)
    } else if (this.#running.size === 0) {
      this.#end()
      this.#reject(failure)
    }
  }

  #end(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    for (const [node, exchange] of this.#running) node.abandon(exchange)
    this.#running.clear()
  }
}
