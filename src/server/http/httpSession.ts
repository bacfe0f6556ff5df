import type { MeasuredCall, RpcClient } from '../../rpc/envelope/answerContext.ts'
import type { Caller } from '../keys/authority.ts'
import type { Endpoint } from '../networks/endpoint.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import { clientOf, type Session } from '../requests/session.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import type { Reply } from './reply.ts'

/** One HTTP request. */
export class HttpSession implements Session {
  readonly endpoint: Endpoint
  readonly caller: Caller
  readonly client: RpcClient
  readonly #reply: Reply
  readonly #parts: Pick<FrontParts, 'limits' | 'metrics'>

  constructor(
    { endpoint, caller, reply }: Pick<Session, 'endpoint' | 'caller'> & { readonly reply: Reply },
    parts: Pick<FrontParts, 'limits' | 'metrics'>,
  ) {
    this.endpoint = endpoint
    this.caller = caller
    this.client = clientOf(caller)
    this.#reply = reply
    this.#parts = parts
  }

  get limits(): ServerLimits {
    return this.#parts.limits
  }

  get address(): string {
    return this.#reply.address
  }

  get isGone(): boolean {
    return this.#reply.isGone
  }

  whenGone(callBack: () => void): () => void {
    return this.#reply.whenGone(callBack)
  }

  measured(call: MeasuredCall): void {
    this.#parts.metrics.called(this.endpoint.name, call)
  }
}
