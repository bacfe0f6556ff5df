import { hash } from 'node:crypto'
import type { Call } from '../../rpc/envelope/call.ts'
import { filterNotFound, nodesAway } from '../../rpc/errors/errors.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import type { HeightFloor } from '../nodes/heightFloor.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'
import { callOnce } from './nodeCalls.ts'

const nodeWaitMs = 2_000
/** An id of a node, of at most 128 bits. */
const idOfNode = /^"0x([0-9a-f]{1,32})"$/
/** The same with a hash of the node's name before it, by which every gateway with the same nodes finds the node. */
const idWithNode = /^0x1([0-9a-f]{8})([0-9a-f]{32})$/

const tagOf = ({ name }: GatewayNode): string => hash('sha256', name, 'hex').slice(0, 8)

/**
 * Filters of clients. Nodes that share their filters answer polls of each other's filters; a poll goes to a node that is
 * not behind the client's last answer. Any other filter exists at one node only: the id that the client gets names it.
 */
export class FilterCalls {
  readonly #nodes: NodeSet
  readonly #floor: HeightFloor

  constructor(nodes: NodeSet, floor: HeightFloor) {
    this.#nodes = nodes
    this.#floor = floor
  }

  async open(call: Call): Promise<Result> {
    const node = await this.#sharing(call)
    const result = await this.#ask(node, call)
    const isShared = node.status?.sharesFilters === true && call.method.effect === 'opens-filter'
    if (isShared || !(result instanceof JsonText)) return result
    const [, digits] = idOfNode.exec(result.text) ?? []
    return digits === undefined ? result : new JsonText(`"0x1${tagOf(node)}${digits.padStart(32, '0')}"`)
  }

  /** Polls or removes a filter. */
  async use(call: Call): Promise<Result> {
    const [id, ...rest]: unknown[] = Array.isArray(call.params) ? call.params : []
    const [, tag, digits = ''] = (typeof id === 'string' && idWithNode.exec(id)) || []
    if (tag === undefined) return this.#ask(await this.#sharing(call), call)
    const node = this.#nodes.nodes.find((candidate) => tagOf(candidate) === tag)
    if (node === undefined) throw filterNotFound()
    return this.#ask(node, call, [`0x${digits.replace(/^0+(?=.)/, '')}`, ...rest])
  }

  /** A node that is not behind what the client has seen. */
  async #sharing({ client }: Call): Promise<GatewayNode> {
    const find = () =>
      this.#nodes.choose(Math.max(this.#floor.minimumFor(client.name), this.#nodes.latestHeight))
    const node = await this.#nodes.waitFor(find, nodeWaitMs)
    if (node === undefined) throw nodesAway()
    return node
  }

  /** Does not repeat a poll that may have been answered: the client would miss that answer's events. */
  async #ask(node: GatewayNode, call: Call, params: unknown = call.params): Promise<Result> {
    const { result, height } = await callOnce(node, call, params)
    await this.#floor.noteAnswer(call.client.name, height)
    return result
  }
}
