import { missingParameter, tooManyParameters } from '../errors/errors.ts'
import type { Result } from '../json/result.ts'
import type { Schema } from '../json/schema.ts'
import type { Parameter } from '../params/parameter.ts'
import { expectSubscriptions, type RpcContext } from './context.ts'
import { positional } from './positional.ts'

type Answer = Result | Promise<Result>

type Decoded<Parameters extends readonly Parameter<unknown>[]> = {
  readonly [Position in keyof Parameters]: Parameters[Position] extends Parameter<infer T> ? T : never
}

export interface MethodDefinition<Parameters extends readonly Parameter<unknown>[]> {
  readonly name: string
  /** One sentence for the documentation. */
  readonly summary: string
  readonly params: Parameters
  /** The last parameters, as many as this, exist on development chains only; elsewhere they are too many. */
  readonly developmentParams?: number
  readonly result: Schema
  /** Units that a call takes from a client's quota at least; the cheapest calls cost 1. */
  readonly cost: number
  /** Calls take long by their nature and get the longer timeout. */
  readonly isLong?: true
  /** Answers only over connections that can push. */
  readonly needsSubscriptions?: true
  /** Changes the node for other clients: on a public network, a key must grant the method by name or module. */
  readonly needsGrant?: true
  /** Gets checked values. Throws an `RpcError` for the client's mistakes. */
  handler(params: Decoded<Parameters>, context: RpcContext): Answer
}

/** As much of a method as the envelope needs to call it in a context. */
export interface Callable<Context> {
  readonly cost: number
  readonly isLong: boolean
  readonly needsGrant?: boolean
  /** `params` are those of the request, unchecked. Throws or rejects when the call fails. */
  call(params: unknown, context: Context): Answer
}

/** A method as the registry knows it. */
export interface Method extends Callable<RpcContext> {
  readonly name: string
  readonly summary: string
  readonly params: readonly Pick<Parameter<unknown>, 'name' | 'schema' | 'isRequired'>[]
  readonly result: Schema
}

export function defineMethod<const Parameters extends readonly Parameter<unknown>[]>(
  definition: MethodDefinition<Parameters>,
): Method {
  const { params, needsSubscriptions = false, developmentParams = 0 } = definition
  const requiredCount = params.filter(({ isRequired }) => isRequired).length
  return {
    name: definition.name,
    summary: definition.summary,
    params,
    result: definition.result,
    cost: definition.cost,
    isLong: definition.isLong === true,
    needsGrant: definition.needsGrant === true,
    call(given, context) {
      if (needsSubscriptions) expectSubscriptions(context)
      const values = positional(given)
      const { length } = values
      const isDevelopment = context.settings.development !== undefined
      const maximum = isDevelopment ? params.length : params.length - developmentParams
      if (length > maximum) throw tooManyParameters(length, maximum)
      if (length < requiredCount) throw missingParameter(length, params[length]!.name)
      const decoded = params.map((parameter, position) => parameter.decode(values[position], position))
      return definition.handler(decoded as Decoded<Parameters>, context)
    },
  }
}
