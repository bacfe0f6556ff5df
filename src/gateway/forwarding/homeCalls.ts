import { nodesAway, outcomeUnknown } from '../../rpc/errors/errors.ts'
import type { Result } from '../../rpc/json/result.ts'
import { NodeFailure } from '../nodes/nodeFailure.ts'
import { questionText } from '../nodes/nodeResult.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'
import type { HeightFloor } from '../routing/heightFloor.ts'
import { askOnce } from './askOnce.ts'
import type { ForwardedMethod } from './forwardedMethods.ts'
import { askingClient, takeResult } from './forwarder.ts'
import type { GatewayContext } from './gatewayContext.ts'

const usualTimeoutMs = 20_000
const longTimeoutMs = 90_000

/** Calls that change one node or use its keys: the first node of the list gets them, and only that one. */
export class HomeCalls {
  readonly #nodes: NodeSet
  readonly #floor: HeightFloor

  constructor(nodes: NodeSet, floor: HeightFloor) {
    this.#nodes = nodes
    this.#floor = floor
  }

  async call(
    { effect, isLong }: Pick<ForwardedMethod, 'effect' | 'isLong'>,
    name: string,
    params: unknown,
    { client, meter }: GatewayContext,
  ): Promise<Result> {
    const [home] = this.#nodes.nodes
    if (home === undefined || home.problem !== undefined) throw nodesAway()
    try {
      const timeoutMs = isLong ? longTimeoutMs : usualTimeoutMs
      const answer = await askOnce(home, questionText(name, params), askingClient(client), timeoutMs)
      const result = takeResult(answer, meter)
      // The chain may be shorter now than clients have seen.
      if (effect === 'changes-chain') this.#floor.forgetAll()
      else await this.#floor.saw(client.name, answer.head.number)
      return result
    } catch (error) {
      if (!(error instanceof NodeFailure)) throw error
      throw error.isUntouched ? nodesAway() : outcomeUnknown(error.message)
    }
  }
}
