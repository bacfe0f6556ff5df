import type { Later } from '../../primitives/work/later.ts'
import { missingParameter, tooManyParameters } from '../errors/errors.ts'
import { MemberError } from '../errors/memberError.ts'
import { inParts, type TextParts } from '../json/parts.ts'
import type { Result } from '../json/result.ts'
import type { Schema } from '../json/schema.ts'
import { type Parameter, positional } from '../params/parameter.ts'
import { type Asks, blockFinder, usuallyAsked } from './askedBlock.ts'
import type { ReadContext } from './context.ts'
import {
  type Access,
  type Effect,
  type LightUse,
  type MethodFacts,
  type ReadMethod,
  type UpstreamUse,
  usualLightUse,
} from './methodFacts.ts'
import type { ActionContext, LookupContext, RpcContext } from './rpcContext.ts'
import { expectSubscriptions, type SubscribingContext } from './subscribing.ts'

/** Maximum units of a call that is answered from memory or by a few reads. */
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
  /** What a light client offers, where it does not follow from what the method asks for (`usualLightUse`). */
  readonly light?: LightUse
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
type ReadDefinition<Parameters extends AnyParameters> = QuestionDefinition<Parameters> &
  Handler<Parameters, ReadContext, Result> & {
    /** Units of checking the parameters, for a method with very long ones: a try ends before it does too many. */
    weigh?(params: unknown): number
  }

/** Gets checked values. Throws an `RpcError` for the client's mistakes. */
interface Handler<Parameters extends AnyParameters, Context, Returned = Later<Result>> {
  handler(params: Decoded<Parameters>, context: Context): Returned
}

type SubmittingEffect = 'submits-signed' | 'submits-and-waits'

/** Any other method. */
interface EffectDefinition<Parameters extends AnyParameters> extends CommonDefinition<Parameters> {
  readonly effect: Exclude<Effect, 'asks-chain' | 'subscribes' | SubmittingEffect>
  readonly access: Access
  readonly asks?: undefined
  readonly upstream?: undefined
}

interface SubmissionDefinition<Parameters extends AnyParameters>
  extends Omit<EffectDefinition<Parameters>, 'effect' | 'upstream'> {
  readonly effect: SubmittingEffect
  /** Miners must see a transaction, so a node that is still syncing passes it on. */
  readonly upstream: 'trusted' | 'never'
}

type LookupDefinition<Parameters extends AnyParameters> = (
  | QuestionDefinition<Parameters>
  | EffectDefinition<Parameters>
) &
  Handler<Parameters, LookupContext>

/** A method that changes the node or its chain, which only the main thread may do. */
type ActionDefinition<Parameters extends AnyParameters> = (
  | EffectDefinition<Parameters>
  | SubmissionDefinition<Parameters>
) &
  (
    | ({ readonly bound: SharedBound } & Handler<Parameters, ActionContext>)
    | ({ readonly bound: 'own-chain' } & Handler<Parameters, RpcContext>)
  )

interface SubscribingDefinition<Parameters extends AnyParameters> extends CommonDefinition<Parameters> {
  readonly access: Access
  handler(params: Decoded<Parameters>, context: SubscribingContext): Later<Result>
}

/** A method whose definer says who may call it and hands a part of the node to the handler. */
export interface PartDefinition<Parameters extends AnyParameters, Part, Context = ActionContext>
  extends CommonDefinition<Parameters> {
  /** That of the definer if undefined. */
  readonly effect?: 'asks-node' | 'uses-node' | 'changes-chain'
  handler(params: Decoded<Parameters>, part: Part, context: Context): Later<Result>
}

/** A method as the registry knows it. */
export type Method = ChainMethod | ReadMethod | SubscribingMethod

/** What the work of an action cannot exceed before other calls have their turn. Its context offers no more. */
type SharedBound =
  /** One transaction enters the pool; a chain of its own mines it. */
  | 'transaction'
  /** One block is assembled, or completed and imported. */
  | 'block'
  /** One key of the wallet is used; passphrases are hashed outside the main thread. */
  | 'key'

/** A method whose calls run only in the main thread. */
export interface ChainMethod extends MethodFacts {
  readonly placement: 'chain'
  /** Why its calls do not hold up others. */
  readonly bound:
    | 'lookups'
    | 'parts'
    | SharedBound
    /** The chain has one user, who delays no other client: local and development chains. */
    | 'own-chain'
  /** `params` are those of the request, unchecked. Throws or rejects when the call fails. */
  call(params: unknown, context: RpcContext): Later<Result>
}

/** A method of a connection that can push. */
export interface SubscribingMethod extends MethodFacts {
  readonly placement: 'connection'
  call(params: unknown, context: SubscribingContext): Later<Result>
}

/**
 * A method whose calls run in the main thread and whose work is bounded, because their context offers single look-ups only
 * (`LookupNode`).
 */
export function defineMethod<const Parameters extends AnyParameters = readonly []>(
  definition: LookupDefinition<Parameters>,
): ChainMethod {
  return { ...described(definition), bound: 'lookups', placement: 'chain', call: calling(definition) }
}

/**
 * A method that walks what only the main thread has, such as the pool. Its handler returns the text of the answer in parts,
 * each of bounded length, which are made as the client reads them: `inParts` in `json/parts.ts`.
 */
export function defineInParts<const Parameters extends AnyParameters = readonly []>(
  definition: EffectDefinition<Parameters> & Handler<Parameters, RpcContext, TextParts>,
): ChainMethod {
  const parts = calling(definition)
  return {
    ...described(definition),
    bound: 'parts',
    placement: 'chain',
    call: (params, context) => inParts(parts(params, context)),
  }
}

/** A method that changes what only the main thread may change; `bound` says what its work cannot exceed. */
export function defineAction<const Parameters extends AnyParameters = readonly []>(
  definition: ActionDefinition<Parameters>,
): ChainMethod {
  return { ...described(definition), bound: definition.bound, placement: 'chain', call: calling(definition) }
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
  const answer = calling(definition)
  const { weigh } = definition
  const call: typeof answer =
    weigh === undefined
      ? answer
      : (params, context) => {
          context.work.expect(weigh(params))
          return answer(params, context)
        }
  return { ...described(definition), placement: 'reader', call }
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
  const { light = usualLightUse({ effect, asks, upstream }) } = definition
  return {
    ...{ name, aliases, summary, params, result, cost, access, isLong, effect, asks, askedBlock },
    ...{ upstream, light },
  }
}

type SettingsContext = Pick<SubscribingContext, 'settings'>

interface Handled<Parameters extends AnyParameters, Context, Returned>
  extends Pick<CommonDefinition<Parameters>, 'params' | 'developmentParams'> {
  handler(params: Decoded<Parameters>, context: Context): Returned
}

/** Checks the parameters of a call, then answers it. */
function calling<Parameters extends AnyParameters, Context extends SettingsContext, Returned>(
  definition: Handled<Parameters, Context, Returned>,
): (given: unknown, context: Context) => Returned {
  const { developmentParams = 0 } = definition
  const params: AnyParameters = definition.params ?? []
  const requiredCount = params.filter(({ isRequired }) => isRequired).length
  const decode = (given: unknown, { settings }: SettingsContext): Decoded<Parameters> => {
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
  return (given, context) => definition.handler(decode(given, context), context)
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

/** Whether calls are light enough to wait for each other in a batch of requests to another node. */
export const isQuick = ({ effect, cost }: Pick<Method, 'effect' | 'cost'>): boolean =>
  effect === 'asks-chain' && cost <= maximumLightCost

/** The module in a method's name: `eth` of `eth_call`, `rpc` of `rpc.discover`; empty for a name without a module. */
export const moduleOf = (name: string): string => name.slice(0, Math.max(0, name.search(/[._]/)))
