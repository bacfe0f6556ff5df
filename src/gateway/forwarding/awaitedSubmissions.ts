import { questionText } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'
import { askingClient } from '../../rpc/envelope/answerContext.ts'
import type { Call } from '../../rpc/envelope/call.ts'
import { internalError, receiptNotYet } from '../../rpc/errors/errors.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import { waitOf } from '../../rpc/modules/eth/sendRawTransaction.ts'
import { positional } from '../../rpc/params/parameter.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import type { HeightFloor } from '../nodes/heightFloor.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'
import { takeResult } from './nodeCalls.ts'
import type { Submissions } from './submissions.ts'

const askMs = 5_000

/**
 * `eth_sendRawTransactionSync`: sends a transaction to several nodes, and asks each node for the receipt whenever its best
 * block changes. So the answer is not lost with the node that accepted the transaction.
 */
export class AwaitedSubmissions {
  readonly #nodes: NodeSet
  readonly #floor: HeightFloor
  readonly #submissions: Submissions

  constructor(nodes: NodeSet, floor: HeightFloor, submissions: Submissions) {
    this.#nodes = nodes
    this.#floor = floor
    this.#submissions = submissions
  }

  /** Throws `receiptNotYet` when no block holds the transaction in time. */
  async submit(call: Call): Promise<Result> {
    const values = positional(call.params)
    const timeoutMs = waitOf(values)
    const result = await this.#submissions.submit(call, values.slice(0, 1))
    const hash: unknown = result instanceof JsonText ? JSON.parse(result.text) : undefined
    if (typeof hash !== 'string') throw internalError()
    return this.#receiptOf(hash, timeoutMs, call)
  }

  async #receiptOf(hash: string, timeoutMs: number, call: Call): Promise<Result> {
    const untilMs = performance.now() + timeoutMs
    const asked = new Map<GatewayNode, string | undefined>()
    for (;;) {
      const node = this.#nodes.useful.find(
        (node) => !asked.has(node) || asked.get(node) !== node.status?.hash,
      )
      const receipt = node && (await this.#ask(node, hash, asked, call))
      if (receipt !== undefined) return receipt
      const leftMs = untilMs - performance.now()
      if (leftMs <= 0 || call.isStopped) throw receiptNotYet(timeoutMs, hash)
      if (node === undefined) await this.#change(leftMs)
    }
  }

  async #ask(
    node: GatewayNode,
    hash: string,
    asked: Map<GatewayNode, string | undefined>,
    { client, meter }: Call,
  ): Promise<Result | undefined> {
    asked.set(node, node.status?.hash)
    const body = questionText('eth_getTransactionReceipt', [hash])
    try {
      const answer = await node.askOnce(body, askingClient(client), askMs)
      const result = takeResult(answer, meter)
      if (!(result instanceof JsonText) || result.text === 'null') return undefined
      await this.#floor.noteAnswer(client.name, answer.head.number)
      return result
    } catch (error) {
      if (error instanceof NodeFailure) return undefined
      throw error
    }
  }

  #change(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        unfollow()
        resolve()
      }
      const timer = setTimeout(end, timeoutMs)
      const unfollow = this.#nodes.onChange(end)
    })
  }
}
