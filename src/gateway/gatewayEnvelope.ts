import type { AnswerContext, AnswerLimits } from '../rpc/envelope/answerContext.ts'
import { type Answered, AnswerPieces } from '../rpc/envelope/answerPieces.ts'
import type { Envelope } from '../rpc/envelope/envelope.ts'
import { readRequest } from '../rpc/envelope/request.ts'
import { responseText } from '../rpc/envelope/responses.ts'
import { RpcError } from '../rpc/errors/errors.ts'
import { textOf } from '../rpc/json/piece.ts'
import type { Endpoint } from '../server/networks/networkEndpoint.ts'
import type { Batches } from './forwarding/batches.ts'
import type { GatewayContext } from './forwarding/nodeCalls.ts'

/** The envelope of a gateway: that of a node, except that a batch of reads goes to a node as a whole. */
export class GatewayEnvelope implements Pick<Endpoint['envelope'], 'costOf' | 'answer' | 'answerText'> {
  readonly #single: Envelope<GatewayContext>
  readonly #batches: Batches

  constructor(single: Envelope<GatewayContext>, batches: Batches) {
    this.#single = single
    this.#batches = batches
  }

  costOf(body: unknown, limits: Pick<AnswerLimits, 'batchItems'>): number {
    return this.#single.costOf(body, limits)
  }

  answer(body: unknown, context: AnswerContext): Answered | Promise<Answered> {
    return this.#wholeBatch(body, context) ?? this.#single.answer(body, context)
  }

  answerText(body: unknown, context: AnswerContext): string | Promise<string> {
    const whole = this.#wholeBatch(body, context)
    if (whole === undefined) return this.#single.answerText(body, context)
    return whole.then((answered) => (answered instanceof AnswerPieces ? '' : textOf(answered)))
  }

  /** Undefined for a body that is not a batch, or a batch that is split. */
  #wholeBatch(body: unknown, context: AnswerContext): Promise<Answered> | undefined {
    if (!Array.isArray(body) || body.length > context.limits.batchItems) return undefined
    const requests = body.map(readRequest)
    return this.#batches.answer(requests, context)?.catch((error: unknown) => {
      if (!(error instanceof RpcError)) throw error
      return `[${requests.map((request) => responseText(request, error)).join(',')}]`
    })
  }
}
