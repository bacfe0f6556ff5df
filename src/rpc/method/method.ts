import type { Later } from '../../primitives/work/later.ts'
import { DialectError, missingParameter, tooManyParameters } from '../errors/errors.ts'
import { MemberError } from '../errors/memberError.ts'
import type { Result } from '../json/result.ts'
import type { Schema } from '../json/schema.ts'
import { type Parameter, positional } from '../params/parameter.ts'
import { type Asks, blockFinder, usuallyAsked } from './askedBlock.ts'
import type { ReadContext } from './context.ts'
import type { Access, Effect, MethodFacts, ReadMethod, UpstreamUse } from './methodFacts.ts'
import type { RpcContext } from './rpcContext.ts'
import { expectSubscriptions, type SubscribingContext } from './subscribing.ts'

/** The most units of a call that is answered from memory or by a few reads. */
const maximumLightCost = 5

export type AnyParameters = readonly Parameter<unknown>[]

/** The checked values that a handler gets. */
export type Decoded<Parameters extends AnyParameters> = {
  readonly [Position in keyof Parameters]: Parameters[Position] extends Parameter<infer T> ? T : never
}

interface CommonDefinition<Parameters extends AnyParameters> {
  readonly name: string
  /** Other names for the same method. */
  readonly aliases?: readonly string[]
  /** One sentence for the documentation. */
  readonly summary: string
  /** None if left out. */
  readonly params?: Parameters
  /** The last parameters, as many as this, exist on development chains only; elsewhere they are too many. */
  readonly developmentParams?: number
  readonly result: Schema
  /** 1 if left out. */
  readonly cost?: MethodFacts['cost']
  readonly isLong?: true
}

/** A method that reads the chain and changes nothing, so a gateway may send a call to any node, and repeat it. */
type QuestionDefinition<Parameters extends AnyParameters> = CommonDefinition<Parameters> & {
  readonly effect?: undefined
  /** Everyone if left out: the chain is public. */
  readonly access?: Access
} & (
    | {
        /**
         * Which block a call asks for: a gateway and a fork choose by it, and a node that is still syncing. If it is left
         * out, the block that the parameter `block`, `blockHash` or `transactionHash` names.
         */
        readonly asks?: Exclude<Asks, 'nothing'>
        readonly upstream: UpstreamUse
      }
    | { readonly asks: 'nothing'; readonly upstream?: undefined }
  )

/** A question that reads only what is stored. */
type ReadDefinition<Parameters extends AnyParameters> = QuestionDefinition<Parameters> & {
  handler(params: Decoded<Parameters>, context: ReadContext): Result
}

interface ChainHandler<Parameters extends AnyParameters> {
  /** Gets checked values. Throws an `RpcError` for the client's mistakes. */
  handler(params: Decoded<Parameters>, context: RpcContext): Later<Result>
}

/** A question that is light, or needs what only the main thread has, such as the pool. */
type ChainQuestion<Parameters extends AnyParameters> = QuestionDefinition<Parameters> &
  ChainHandler<Parameters>

/** Any other method. */
interface EffectDefinition<Parameters extends AnyParameters>
  extends CommonDefinition<Parameters>,
    ChainHandler<Parameters> {
  readonly effect: Exclude<Effect, 'asks-chain' | 'subscribes' | SubmissionDefinition<Parameters>['effect']>
  readonly access: Access
  readonly asks?: undefined
  readonly upstream?: undefined
}

interface SubmissionDefinition<Parameters extends AnyParameters>
  extends Omit<EffectDefinition<Parameters>, 'effect' | 'upstream'> {
  readonly effect: 'submits-signed' | 'submits-and-waits'
  /** Miners must see a transaction, so a node that is still syncing passes it on. */
  readonly upstream: 'trusted' | 'never'
}

type MethodDefinition<Parameters extends AnyParameters> =
  | ChainQuestion<Parameters>
  | EffectDefinition<Parameters>
  | SubmissionDefinition<Parameters>

interface SubscribingDefinition<Parameters extends AnyParameters> extends CommonDefinition<Parameters> {
  readonly access: Access
  handler(params: Decoded<Parameters>, context: SubscribingContext): Later<Result>
}

/** A method whose definer says who may call it and hands a part of the node to the handler. */
export interface PartDefinition<Parameters extends AnyParameters, Part> extends CommonDefinition<Parameters> {
  readonly effect: 'asks-node' | 'uses-node' | 'changes-chain'
  handler(params: Decoded<Parameters>, part: Part, context: RpcContext): Later<Result>
}

/** A method as the registry knows it. */
export type Method = ChainMethod | ReadMethod | SubscribingMethod

/** A method whose calls run only in the main thread. */
export interface ChainMethod extends MethodFacts {
  readonly placement: 'chain'
  /** `params` are those of the request, unchecked. Throws or rejects when the call fails. */
  call(params: unknown, context: RpcContext): Later<Result>
}

/** A method of a connection that can push. */
export interface SubscribingMethod extends MethodFacts {
  readonly placement: 'connection'
  call(params: unknown, context: SubscribingContext): Later<Result>
}

/** A method whose calls run in the main thread. */
export function defineMethod<const Parameters extends AnyParameters = readonly []>(
  definition: MethodDefinition<Parameters>,
): ChainMethod {
  return { ...described(definition), placement: 'chain', call: calling(definition) }
}

/** A method of connections that can push: a node and a gateway offer it with feeds of their own. */
export function defineSubscribing<const Parameters extends AnyParameters = readonly []>(
  definition: SubscribingDefinition<Parameters>,
): SubscribingMethod {
  const answer = calling(definition)
  return {
    ...described({ ...definition, effect: 'subscribes' }),
    placement: 'connection',
    call(given, context) {
      expectSubscriptions(context)
      return answer(given, context)
    },
  }
}

/**
 * A method whose calls may be heavy and can run in any thread: first in the main thread with a small budget, unless
 * the method is long, and in a reader thread when the budget is spent.
 */
export function defineRead<const Parameters extends AnyParameters = readonly []>(
  definition: ReadDefinition<Parameters>,
): ReadMethod {
  return { ...described(definition), placement: 'reader', call: calling(definition) }
}

interface Described extends CommonDefinition<AnyParameters> {
  readonly access?: Access
  readonly effect?: Effect | undefined
  readonly asks?: Asks | undefined
  readonly upstream?: UpstreamUse | undefined
}

function described(definition: Described): MethodFacts {
  const { name, aliases = [], summary, params = [], result, cost = 1, isLong = false } = definition
  const { effect = 'asks-chain', access = 'everyone', upstream = 'never' } = definition
  const { asks = effect === 'asks-chain' ? usuallyAsked(params) : 'nothing' } = definition
  const askedBlock = blockFinder(asks, params)
  return { name, aliases, summary, params, result, cost, access, isLong, effect, asks, askedBlock, upstream }
}

type DialectContext = Pick<SubscribingContext, 'settings'>

interface Handled<Parameters extends AnyParameters, Context, Returned>
  extends Pick<CommonDefinition<Parameters>, 'params' | 'developmentParams'> {
  handler(params: Decoded<Parameters>, context: Context): Returned
}

/** Checks the parameters of a call, then answers it. */
function calling<Parameters extends AnyParameters, Context extends DialectContext, Returned>(
  definition: Handled<Parameters, Context, Returned>,
): (given: unknown, context: Context) => Returned {
  const { developmentParams = 0 } = definition
  const params: AnyParameters = definition.params ?? []
  const requiredCount = params.filter(({ isRequired }) => isRequired).length
  const decode = (given: unknown, { settings }: DialectContext): Decoded<Parameters> => {
    const values = Array.isArray(given) ? given : positional(given)
    const { length } = values
    const isDevelopment = settings.development !== undefined
    const maximum = isDevelopment ? params.length : params.length - developmentParams
    if (length > maximum) throw tooManyParameters(length, maximum)
    if (length < requiredCount) throw missingParameter(length, params[length]!.name)
    const decoded: unknown[] = []
    try {
      for (let position = 0; position < params.length; position++) {
        decoded.push(params[position]!.decode(values[position], position, isDevelopment))
      }
      return decoded as readonly unknown[] as Decoded<Parameters>
    } catch (error) {
      throw isDevelopment && error instanceof MemberError ? error.named : error
    }
  }
  return (given, context) => {
    try {
      return definition.handler(decode(given, context), context)
    } catch (error) {
      throw inDialect(error, context)
    }
  }
}

/** The same method under a second name, and with a summary of its own if one is given. */
export const alsoNamed = <Kind extends Method>(
  method: Kind,
  name: string,
  summary = method.summary,
): Kind => ({
  ...method,
  name,
  aliases: [],
  summary,
})

/** An error in the words that the client chose. */
const inDialect = (error: unknown, { settings }: DialectContext): unknown =>
  settings.errors === 'ethereum' && error instanceof DialectError ? error.ethereum : error

/** Whether calls are light enough to wait for each other in a batch of requests to another node. */
export const isQuick = ({ effect, cost }: Pick<Method, 'effect' | 'cost'>): boolean =>
  effect === 'asks-chain' && cost <= maximumLightCost

/** The module in a method's name: `eth` of `eth_call`, `rpc` of `rpc.discover`; empty for a name without a module. */
export const moduleOf = (name: string): string => name.slice(0, Math.max(0, name.search(/[._]/)))
