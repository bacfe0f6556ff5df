import { type NodeAnswer, questionText, resultIn } from '../../remote/nodeAnswer.ts'
import { NodeFailure } from '../../remote/nodeFailure.ts'
import type { WorkMeter } from '../../rpc/budget/workMeter.ts'
import { askingClient } from '../../rpc/envelope/answerContext.ts'
import type { Call } from '../../rpc/envelope/call.ts'
import { errorIn } from '../../rpc/errors/errorIn.ts'
import { nodesAway, outcomeUnknown } from '../../rpc/errors/errors.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Result } from '../../rpc/json/result.ts'
import { StreamedJson } from '../../rpc/json/streamedJson.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import { resultPieces } from './resultPieces.ts'

/** Timeout of a node's answer; nodes have shorter limits for the work itself. */
export const answerTimeoutMs = (isLong: boolean): number => (isLong ? 90_000 : 20_000)

/** Calls one node, once. Throws `RpcError` when the node fails. */
export async function callOnce(
  node: GatewayNode | undefined,
  call: Call,
  params: unknown = call.params,
): Promise<{ readonly result: Result; readonly height: number }> {
  if (node === undefined || node.problem !== undefined) throw nodesAway()
  // It is not abandoned when the client leaves: the node may have executed it.
  call.movesTo(() => {})
  try {
    const body = questionText(call.name, params)
    const answer = await node.askOnce(body, askingClient(call.client), answerTimeoutMs(call.method.isLong))
    return { result: takeResult(answer, call.meter), height: answer.head.number }
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    throw error.isUntouched ? nodesAway() : outcomeUnknown(error.message)
  }
}

/** The result of a single answer; throws its error. The work that the node reported is counted. */
export function takeResult({ body, work }: NodeAnswer, meter: WorkMeter): Result {
  if (!Buffer.isBuffer(body)) {
    return new StreamedJson(resultPieces(body, () => meter.addReported(work())))
  }
  meter.addReported(work())
  const text = resultIn(body)
  if (text !== undefined) return new JsonText(text)
  throw errorIn(body) ?? nodesAway()
}
