import { faultIn } from '../../remote/nodeAnswer.ts'
import type { Json } from '../json/json.ts'
import { RpcError } from './errors.ts'

/** The error of a node's answer; undefined for another answer. */
export function errorIn(body: Buffer): RpcError | undefined {
  const fault = faultIn(body)
  return fault && new RpcError(fault.code, fault.message, fault.data as Json | undefined)
}
