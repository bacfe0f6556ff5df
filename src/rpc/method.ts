import type { RpcContext } from './context.ts'
import { missingParameter, tooManyParameters } from './errors.ts'
import type { Parameter } from './params/parameter.ts'
import type { Result } from './result.ts'
import type { Schema } from './schema.ts'

type Answer = Result | Promise<Result>

type Decoded<Parameters extends readonly Parameter<unknown>[]> = {
  readonly [Position in keyof Parameters]: Parameters[Position] extends Parameter<infer T> ? T : never
}

export interface MethodDefinition<Parameters extends readonly Parameter<unknown>[]> {
  readonly name: string
  /** One sentence for the documentation. */
  readonly summary: string
  readonly params: Parameters
  readonly result: Schema
  /** What a call takes from a client's quota; the cheapest cost 1. */
  readonly cost: number
  /** Works longer than most by its nature, and is given more time. */
  readonly isLong?: true
  /** Gets checked values. Throws an `RpcError` for what is the client's fault. */
  handler(params: Decoded<Parameters>, context: RpcContext): Answer
}

/** A method as the registry knows it. */
export interface Method {
  readonly name: string
  readonly summary: string
  readonly params: readonly Pick<Parameter<unknown>, 'name' | 'schema' | 'isRequired'>[]
  readonly result: Schema
  readonly cost: number
  readonly isLong: boolean
  call(values: readonly unknown[], context: RpcContext): Answer
}

export function defineMethod<const Parameters extends readonly Parameter<unknown>[]>(
  definition: MethodDefinition<Parameters>,
): Method {
  const { params } = definition
  const requiredCount = params.filter(({ isRequired }) => isRequired).length
  return {
    name: definition.name,
    summary: definition.summary,
    params,
    result: definition.result,
    cost: definition.cost,
    isLong: definition.isLong === true,
    call(values, context) {
      const { length } = values
      if (length > params.length) throw tooManyParameters(length, params.length)
      if (length < requiredCount) throw missingParameter(length, params[length]!.name)
      const decoded = params.map((parameter, position) => parameter.decode(values[position], position))
      return definition.handler(decoded as Decoded<Parameters>, context)
    },
  }
}
