import type { NodeAnswer } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'
import type { Asker, RemoteExchange } from '../../remote/remoteExchange.ts'
import type { Question } from '../../remote/transport.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import { type Hedging, hedgeAfterMs } from './hedging.ts'

export interface NodeRaceParts {
  /** Has no timeout of its own. */
  readonly question: Question
  readonly timeoutMs: number
  /** The node to ask next; undefined when no other may be asked. */
  readonly next: (tried: readonly GatewayNode[]) => GatewayNode | undefined
  /** Undefined for a read that is not hedged. */
  readonly hedging: Hedging | undefined
}

export interface RaceWinner {
  readonly node: GatewayNode
  readonly answer: NodeAnswer
}

/** A read is sent to at most three nodes. */
const maximumNodes = 3

/**
 * Asks nodes until one has answered: another one when a node fails before its answer is complete, and a second one beside
 * a slow first one. The first answer wins, and the other questions are abandoned.
 */
export class NodeRace implements Asker {
  readonly winner: Promise<RaceWinner>
  /** Nodes that were asked. */
  readonly tried: GatewayNode[] = []
  readonly #parts: NodeRaceParts
  readonly #running = new Map<RemoteExchange, GatewayNode>()
  #resolve: (won: RaceWinner) => void = () => {}
  #reject: (failure: NodeFailure) => void = () => {}
  /** Until the read is hedged, then until the nodes are too late. */
  #timer: NodeJS.Timeout | undefined

  constructor(first: GatewayNode, parts: NodeRaceParts) {
    this.#parts = parts
    this.winner = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    parts.hedging?.sent()
    this.#ask(first, parts.hedging)
  }

  onAnswer(answer: NodeAnswer, exchange: RemoteExchange): void {
    const node = this.#running.get(exchange)
    this.#running.delete(exchange)
    this.#end()
    if (node !== undefined) this.#resolve({ node, answer })
  }

  /** Does not replace a node that timed out: the next one may be as slow, and the client has waited long enough. */
  onFailure(failure: NodeFailure, exchange: RemoteExchange): void {
    this.#running.delete(exchange)
    const mayRepeat = failure.kind !== 'timeout' && this.tried.length < maximumNodes
    const node = mayRepeat ? this.#parts.next(this.tried) : undefined
    if (node !== undefined) {
      node.counts.retries++
      this.#ask(node, this.#parts.hedging)
    } else if (this.#running.size === 0) {
      this.#end()
      this.#reject(failure)
    }
  }

  /** Abandons all questions: the client has left, or its time is over. */
  stop(): void {
    this.#end()
    this.#reject(new NodeFailure('timeout', 'the request was abandoned'))
  }

  /** `hedging` is undefined when no other node is asked beside this one. */
  #ask(node: GatewayNode, hedging: Hedging | undefined): void {
    this.tried.push(node)
    this.#running.set(node.ask(this.#parts.question, this), node)
    clearTimeout(this.#timer)
    if (hedging === undefined) this.#bound()
    else this.#timer = setTimeout(() => this.#hedge(hedging), hedgeAfterMs(node.latencies.p95Ms))
  }

  #hedge(hedging: Hedging): void {
    const node = this.tried.length < maximumNodes ? this.#parts.next(this.tried) : undefined
    if (node === undefined || !hedging.take()) this.#bound()
    else {
      node.counts.hedges++
      this.#ask(node, undefined)
    }
  }

  #bound(): void {
    this.#timer = setTimeout(() => this.#timeOut(), this.#parts.timeoutMs)
  }

  #timeOut(): void {
    for (const exchange of [...this.#running.keys()]) exchange.timeOut()
  }

  #end(): void {
    clearTimeout(this.#timer)
    for (const exchange of this.#running.keys()) exchange.abandon()
    this.#running.clear()
  }
}
