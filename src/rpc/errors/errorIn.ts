import type { RemoteFault } from '../../remote/jsonAnswers.ts'
import { faultIn, faultOf } from '../../remote/nodeAnswer.ts'
import type { Json } from '../json/json.ts'
import { RpcError } from './errors.ts'

/** The error of a node's answer; undefined for another answer. */
export const errorIn = (body: Buffer): RpcError | undefined => errorFrom(faultIn(body))

/** The same of an answer that was parsed, whatever its id is. */
export const errorOf = (answer: unknown): RpcError | undefined => errorFrom(faultOf(answer))

const errorFrom = (fault: RemoteFault | undefined): RpcError | undefined =>
  fault && new RpcError(fault.code, fault.message, fault.data as Json | undefined)
