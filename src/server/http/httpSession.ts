import type { MeasuredCall, RpcClient } from '../../rpc/envelope/answerContext.ts'
import type { RpcError } from '../../rpc/errors/errors.ts'
import type { Caller } from '../keys/authority.ts'
import type { Endpoint } from '../networks/endpoint.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import { clientOf, type Session } from '../requests/session.ts'
import { WorkReport } from '../requests/workReport.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import type { Reply } from './reply.ts'

type SessionParts = Pick<FrontParts, 'limits' | 'settlement' | 'outgoing'>

/** One HTTP request. */
export class HttpSession implements Session {
  readonly endpoint: Endpoint
  readonly caller: Caller
  readonly origin: string | undefined
  readonly client: RpcClient
  /** The parsed body of the request. */
  readonly body: unknown
  /** For a gateway; undefined for any other client. */
  readonly workReport: WorkReport | undefined
  readonly #reply: Reply
  readonly #parts: SessionParts
  #exhausted: RpcError | undefined

  constructor(
    {
      endpoint,
      caller,
      reply,
      origin,
      body,
      hops,
    }: Pick<Session, 'endpoint' | 'caller' | 'origin'> & {
      readonly reply: Reply
      readonly body: unknown
      readonly hops: string | undefined
    },
    parts: SessionParts,
  ) {
    this.endpoint = endpoint
    this.caller = caller
    this.origin = origin
    this.client = clientOf({ caller, origin }, undefined, hops)
    this.body = body
    this.workReport = caller.gatewayClient === undefined ? undefined : new WorkReport(endpoint)
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

  get exhausted(): RpcError | undefined {
    return this.#exhausted
  }

  whenGone(callBack: () => void): () => void {
    return this.#reply.whenGone(callBack)
  }

  hold(length: number): (() => void) | undefined {
    return this.#parts.outgoing.hold(this.caller.name, length)
  }

  measured(call: MeasuredCall): void {
    this.workReport?.add(call)
    const { settlement } = this.#parts
    this.#reply.entry?.called(settlement.unitsOf(call), call.work.bytes, call.errorCode)
    this.#exhausted ??= settlement.called(call, this)?.error
  }
}
