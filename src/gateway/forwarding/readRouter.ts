import type { AskingClient } from '../../remote/fleetHeaders.ts'
import type { NodeAnswer } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'
import type { Question } from '../../remote/transport.ts'
import { executionTimeout, nodesAway, nodesBehind, type RpcError } from '../../rpc/errors/errors.ts'
import type { AskedBlock } from '../../rpc/method/askedBlock.ts'
import type { AcceptedTransactions } from '../nodes/acceptedTransactions.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import type { HeightFloor } from '../nodes/heightFloor.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'
import { continuedAnswer } from './continuedPieces.ts'
import { Hedging } from './hedging.ts'
import { answerTimeoutMs } from './nodeCalls.ts'
import { NodeRace, type RaceWinner } from './nodeRace.ts'

export interface ReadRouterParts {
  readonly nodes: NodeSet
  readonly floor: HeightFloor
  readonly transactions: AcceptedTransactions
}

export interface RoutedRead extends Question {
  readonly client: NonNullable<AskingClient>
  readonly asked: AskedBlock
  readonly isLong: boolean
  /** Whether the first useful node of the list is asked. */
  readonly isOfHome: boolean
  /** Gets the function that abandons the read. */
  readonly onStart: (stop: () => void) => void
}

/** How long a request waits for a node that is high enough, or for any node. */
const nodeWaitMs = 2_000

/** The next node to ask; undefined without one that has not been tried. */
type Chooser = (tried: readonly GatewayNode[]) => GatewayNode | undefined

/** Chooses nodes for reads, by what they ask for and what their clients have seen. */
export class ReadRouter {
  readonly #parts: ReadRouterParts
  readonly #hedging = new Hedging()

  constructor(parts: ReadRouterParts) {
    this.#parts = parts
  }

  /** The answer of the first node that has one. Throws `RpcError` when no node has. */
  async ask(read: RoutedRead): Promise<RaceWinner> {
    const { asked, client } = read
    const chooser = this.#chooserOf(read)
    let node = chooser(none) ?? (await this.#awaitNode(chooser, none))
    for (let isRepeated = false; node !== undefined; isRepeated = true) {
      const race = this.#race(node, read, chooser)
      try {
        const won = await race.winner
        // Other gateways know the height of an answer before the client does.
        const known = this.#parts.floor.noteAnswer(client.name, won.answer.head.number)
        if (known !== undefined) await known
        return won
      } catch (error) {
        if (!(error instanceof NodeFailure)) throw error
        if (error.kind === 'timeout') throw executionTimeout()
        if (isRepeated) throw nodesAway()
      }
      // All nodes that may be asked have failed: one of them, or another, may be useful again in a moment.
      node = (await this.#awaitNode(chooser, race.tried)) ?? chooser(none)
    }
    throw this.#unanswerable(asked, client)
  }

  #race(first: GatewayNode, read: RoutedRead, next: Chooser): NodeRace {
    const { isLong, isOfHome, onStart } = read
    const race = new NodeRace(first, {
      question: read,
      timeoutMs: answerTimeoutMs(isLong),
      next,
      hedging: isLong || isOfHome ? undefined : this.#hedging,
    })
    onStart(() => race.stop())
    return race
  }

  #awaitNode(chooser: Chooser, tried: readonly GatewayNode[]): Promise<GatewayNode | undefined> {
    return this.#parts.nodes.waitFor(() => chooser(tried), nodeWaitMs)
  }

  /** The answer of another node of at least the same height; undefined without such a node, and when it fails. */
  async askBetter(
    { body, client, isLong, beginning }: RoutedRead,
    than: GatewayNode,
  ): Promise<NodeAnswer | undefined> {
    const { nodes, floor } = this.#parts
    const node = nodes.choose(than.height, [than])
    if (node === undefined) return undefined
    node.counts.retries++
    try {
      const answer = await node.askOnce(body, client, answerTimeoutMs(isLong), beginning)
      await floor.noteAnswer(client.name, answer.head.number)
      return answer
    } catch (error) {
      if (error instanceof NodeFailure) return undefined
      throw error
    }
  }

  /** The same answer, which another node completes if the first one fails within it. */
  continued({ node, answer }: RaceWinner, read: RoutedRead): NodeAnswer {
    const { body } = answer
    if (Buffer.isBuffer(body)) return answer
    return continuedAnswer({ ...answer, body }, () => this.askBetter(read, node))
  }

  #chooserOf({ asked, client, isOfHome, lane }: RoutedRead): Chooser {
    const { nodes } = this.#parts
    if (isOfHome) return (tried) => nodes.useful.find((node) => !tried.includes(node))
    const preferred = this.#preferred(asked, client.name)
    return (tried) => {
      const height = this.#heightFor(asked, client.name)
      const chosen = preferred && nodes.useful.find((node) => preferred.has(node) && !tried.includes(node))
      return chosen !== undefined && chosen.height >= height ? chosen : nodes.choose(height, tried, lane)
    }
  }

  /** Nodes that have accepted the transaction of the call, or the latest one of the client. */
  #preferred(asked: AskedBlock, client: string): ReadonlySet<GatewayNode> | undefined {
    const { transactions } = this.#parts
    if (asked.kind === 'hash') return transactions.nodesWith(asked.hash)
    return asked.kind === 'pending' ? transactions.nodesOf(client) : undefined
  }

  /** The height that a node must have. */
  #heightFor(asked: AskedBlock, client: string): number {
    const { nodes, floor } = this.#parts
    if (asked.kind === 'any') return 0
    // The best node answers for a block that no node has yet.
    if (asked.kind === 'number')
      return Math.min(asked.number, Math.max(nodes.bestHeight, floor.minimumFor(client)))
    return Math.max(nodes.latestHeight, floor.minimumFor(client))
  }

  #unanswerable(asked: AskedBlock, { name }: NonNullable<AskingClient>): RpcError {
    const { nodes } = this.#parts
    return nodes.useful.length === 0 ? nodesAway() : nodesBehind(this.#heightFor(asked, name))
  }
}

const none: readonly GatewayNode[] = []
