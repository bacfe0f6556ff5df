import { toHexDigits } from '../../primitives/hex.ts'
import type { RequestTrace } from '../../remote/requestTrace.ts'
import type { AnswerContext, RpcClient } from '../../rpc/envelope/answerContext.ts'
import type { Subscriptions } from '../../service/subscriptions/subscriptions.ts'
import { isForeignOrigin } from '../entrance/origins.ts'
import { allowsMethod, grantsMethod } from '../keys/apiKey.ts'
import type { Caller } from '../keys/authority.ts'
import type { HostedNetwork } from '../networks/hostedNetwork.ts'

/** Who asks which network, and from where. */
export interface ClientSession extends AnswerContext {
  readonly network: HostedNetwork
  readonly caller: Caller
  /** The network address of the client's machine. */
  readonly address: string
  /** The origin of the web page that asks; undefined for other clients. */
  readonly origin: string | undefined
}

/** A caller as the methods see it. */
export function clientOf(
  { caller: { name, key, gatewayClient }, origin }: Pick<ClientSession, 'caller' | 'origin'>,
  subscriptions?: Subscriptions,
  request: Pick<RpcClient, 'hops' | 'requestId' | 'trace'> = {},
): RpcClient {
  if (gatewayClient !== undefined) {
    // The gateway has checked what the client may call.
    const { hasKey, errors } = gatewayClient
    return {
      name: gatewayClient.name,
      errors,
      isGateway: true,
      grants: hasKey ? () => true : undefined,
      hops: request.hops,
      requestId: request.requestId,
      trace: request.trace,
    }
  }
  return {
    name,
    isForeignPage: origin !== undefined && isForeignOrigin(origin),
    errors: key?.errors,
    allows: key?.methods === undefined ? undefined : (method) => allowsMethod(key, method),
    grants: key === undefined ? undefined : (method) => grantsMethod(key, method),
    subscriptions,
    hops: request.hops,
    requestId: request.requestId,
    trace: request.trace,
  }
}

/** Gives requests ids, by which a client's report can be found in the logs. */
export class RequestIds {
  readonly #prefix: string
  #count = 0

  constructor(random: (length: number) => Uint8Array) {
    this.#prefix = toHexDigits(random(4))
  }

  /** The id that a proxy gave, or a new one. */
  next(trace: RequestTrace | undefined): string {
    if (trace?.requestId !== undefined) return trace.requestId
    return `${this.#prefix}-${(this.#count++).toString(36)}`
  }
}
