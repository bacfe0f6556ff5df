import type { AnswerContext, RpcClient } from '../../rpc/envelope/answerContext.ts'
import type { Subscriptions } from '../../service/subscriptions/subscriptions.ts'
import { isForeignOrigin } from '../entrance/origins.ts'
import { allowsMethod, grantsMethod } from '../keys/apiKey.ts'
import type { Caller } from '../keys/authority.ts'
import type { GatewayClient } from '../keys/gatewayClient.ts'
import type { Endpoint } from '../networks/endpoint.ts'

/** Who asks which network, and from where. */
export interface Session extends AnswerContext {
  readonly endpoint: Endpoint
  readonly caller: Caller
  /** The network address of the client's machine. */
  readonly address: string
  /** The origin of the web page that asks; undefined for other clients. */
  readonly origin: string | undefined
}

/** A caller as the methods see it. */
export const clientOf = (
  { caller: { name, key, gatewayClient }, origin }: Pick<Session, 'caller' | 'origin'>,
  subscriptions?: Subscriptions,
  hops?: string,
): RpcClient =>
  gatewayClient === undefined
    ? {
        name,
        isForeignPage: isForeignOrigin(origin),
        errors: key?.errors,
        allows: key?.methods === undefined ? undefined : (method) => allowsMethod(key, method),
        grants: key === undefined ? undefined : (method) => grantsMethod(key, method),
        subscriptions,
        hops,
      }
    : clientOfGateway(gatewayClient, hops)

const granted = (): boolean => true

/** The gateway has checked what the client may call. */
const clientOfGateway = ({ name, hasKey, errors }: GatewayClient, hops: string | undefined): RpcClient => ({
  name,
  errors,
  isGateway: true,
  grants: hasKey ? granted : undefined,
  hops,
})
