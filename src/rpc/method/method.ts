import { missingParameter, tooManyParameters } from '../errors/errors.ts'
import { MemberError } from '../errors/memberError.ts'
import type { Result } from '../json/result.ts'
import type { Schema } from '../json/schema.ts'
import type { Parameter } from '../params/parameter.ts'
import type { Answer, Callable, DelegatedRead } from './callable.ts'
import { expectSubscriptions, type ReadContext, type RpcContext } from './context.ts'
import { positional } from './positional.ts'

type AnyParameters = readonly Parameter<unknown>[]

type Decoded<Parameters extends AnyParameters> = {
  readonly [Position in keyof Parameters]: Parameters[Position] extends Parameter<infer T> ? T : never
}

interface CommonDefinition<Parameters extends AnyParameters> {
  readonly name: string
  /** Other names for the same method. */
  readonly aliases?: readonly string[]
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
  /** Only gateways can call it; for other clients it does not exist. */
  readonly isInternal?: true
}

/** A method that uses what only the thread of the chain and the sockets has: the pool, the wallet, filters, peers. */
interface ChainDefinition<Parameters extends AnyParameters> extends CommonDefinition<Parameters> {
  readonly placement?: 'chain'
  /** Answers only over connections that can push. */
  readonly needsSubscriptions?: true
  /** Changes the node for other clients: on a public network, a key must grant the method by name or module. */
  readonly needsGrant?: true
  /** Gets checked values. Throws an `RpcError` for the client's mistakes. */
  handler(params: Decoded<Parameters>, context: RpcContext): Answer | DelegatedRead<RpcContext>
}

/**
 * A method that reads only what is stored. Its calls may be heavy and can run in any thread: first in that of the
 * sockets with a small budget, unless the method is long, and in a reader's thread when the budget is spent.
 */
interface ReadDefinition<Parameters extends AnyParameters> extends CommonDefinition<Parameters> {
  readonly placement: 'reader'
  handler(params: Decoded<Parameters>, context: ReadContext): Result
}

export type MethodDefinition<Parameters extends AnyParameters> =
  | ChainDefinition<Parameters>
  | ReadDefinition<Parameters>

/** A method as the registry knows it. */
export interface Method extends Callable<RpcContext> {
  readonly name: string
  readonly aliases: readonly string[]
  readonly summary: string
  readonly params: readonly Pick<Parameter<unknown>, 'name' | 'schema' | 'isRequired'>[]
  readonly result: Schema
  /** The same as `call` in a reader's thread; undefined for a method that cannot run there. */
  readonly read: ((params: unknown, context: ReadContext) => Result) | undefined
}

export function defineMethod<const Parameters extends AnyParameters>(
  definition: MethodDefinition<Parameters>,
): Method {
  const { params, developmentParams = 0 } = definition
  const requiredCount = params.filter(({ isRequired }) => isRequired).length
  const decode = (given: unknown, { settings }: ReadContext): Decoded<Parameters> => {
    const values = positional(given)
    const { length } = values
    const isDevelopment = settings.development !== undefined
    const maximum = isDevelopment ? params.length : params.length - developmentParams
    if (length > maximum) throw tooManyParameters(length, maximum)
    if (length < requiredCount) throw missingParameter(length, params[length]!.name)
    try {
      return params.map((parameter, position) =>
        parameter.decode(values[position], position, isDevelopment),
      ) as Decoded<Parameters>
    } catch (error) {
      throw isDevelopment && error instanceof MemberError ? error.named : error
    }
  }
  const isRead = definition.placement === 'reader'
  const needsSubscriptions = !isRead && definition.needsSubscriptions === true
  return {
    name: definition.name,
    aliases: definition.aliases ?? [],
    summary: definition.summary,
    params,
    result: definition.result,
    cost: definition.cost,
    isLong: definition.isLong === true,
    needsGrant: !isRead && definition.needsGrant === true,
    isInternal: definition.isInternal === true,
    placement: isRead ? 'reader' : 'chain',
    call(given, context) {
      if (needsSubscriptions) expectSubscriptions(context)
      return definition.handler(decode(given, context), context)
    },
    read: isRead ? (given, context) => definition.handler(decode(given, context), context) : undefined,
  }
}
