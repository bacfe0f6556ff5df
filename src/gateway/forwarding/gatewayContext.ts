import type { WorkMeter } from '../../rpc/budget/workMeter.ts'
import type { RpcClient } from '../../rpc/envelope/answerContext.ts'

/** The circumstances of a call at a gateway. */
export interface GatewayContext {
  readonly client: RpcClient
  readonly meter: WorkMeter
}
