import type { AnswerContext } from '../rpc/envelope/answerContext.ts'
import type { Answered } from '../rpc/envelope/answerPieces.ts'
import { Envelope, type EnvelopeParts, type Places } from '../rpc/envelope/envelope.ts'
import { readRequest } from '../rpc/envelope/request.ts'
import { responseText } from '../rpc/envelope/responses.ts'
import { RpcError } from '../rpc/errors/errors.ts'
import type { Batches } from './forwarding/batches.ts'
import type { GatewayContext } from './forwarding/nodeCalls.ts'

/** The envelope of a gateway, which sends a batch of reads to one node as a whole. */
export class GatewayEnvelope extends Envelope<GatewayContext> {
  readonly #batches: Batches

  constructor(parts: EnvelopeParts<GatewayContext>, places: Places<GatewayContext>, batches: Batches) {
    super(parts, places)
    this.#batches = batches
  }

  override answer(body: unknown, context: AnswerContext): Answered | Promise<Answered> {
    return this.#wholeBatch(body, context) ?? super.answer(body, context)
  }

  /** Undefined for a single request, and for a batch that is split. */
  #wholeBatch(body: unknown, context: AnswerContext): Promise<Answered> | undefined {
    if (!Array.isArray(body) || body.length > context.limits.batchItems) return undefined
    const requests = body.map(readRequest)
    return this.#batches.answer(requests, context)?.catch((error: unknown) => {
      if (!(error instanceof RpcError)) throw error
      return `[${requests.map((request) => responseText(request, error)).join(',')}]`
    })
  }
}
