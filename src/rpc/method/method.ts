import { DialectError, missingParameter, tooManyParameters } from '../errors/errors.ts'
import { MemberError } from '../errors/memberError.ts'
import type { Result } from '../json/result.ts'
import type { Schema } from '../json/schema.ts'
import { type Parameter, positional } from '../params/parameter.ts'
import { type Asks, type BlockFinder, blockFinder } from './askedBlock.ts'
import type { Access, Answer, ChainCallable, DelegatedRead, ReadCallable } from './callable.ts'
import { expectSubscriptions, type ReadContext, type RpcContext } from './context.ts'

/** The most units of a call that is answered from memory or by a few reads. */
const maximumLightCost = 5

/** What a call does. A gateway chooses the node by it; only the first two may be sent again when a node fails. */
export type Effect =
  /** Reads the chain: every node that has the block gives the same answer. The effect of methods that declare `asks`. */
  | 'asks-chain'
  /** Asks what one node knows: its pool, peers or miner. */
  | 'asks-node'
  /** Changes one node, or uses its keys or its work for miners. */
  | 'uses-node'
  /** Changes a local chain, which may be shorter afterwards. */
  | 'changes-chain'
  /** Makes, polls or removes a filter: the process that keeps it answers. */
  | 'uses-filter'
  /** Exists only over connections that can push. */
  | 'subscribes'
  /** Submits the signed transaction in the first parameter. A gateway may send it to several nodes. */
  | 'submits-signed'
  /** Submits the transaction object in the first parameter, which this node signs. */
  | 'submits-unsigned'

/** What a node that is still syncing does with a call about a block that it does not have yet. */
type UpstreamUse =
  /** Answers itself from the upstream's blocks, which it checks by their headers and proof of work. */
  | 'block'
  /** The same with the state of a block, if the upstream gives proofs; otherwise the upstream is trusted. */
  | 'state'
  /** Passes the call on: the upstream is trusted. */
  | 'trusted'
  /** Answers from what it has. */
  | 'never'

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
  readonly params: Parameters
  /** The last parameters, as many as this, exist on development chains only; elsewhere they are too many. */
  readonly developmentParams?: number
  readonly result: Schema
  /** Units that a call takes from a client's quota at least; the cheapest calls cost 1. */
  readonly cost: number
  readonly access: Access
  /** Calls take long by their nature and get the longer timeout. */
  readonly isLong?: true
}

/** A method that reads the chain and changes nothing, so a gateway may send a call to any node, and repeat it. */
type QuestionDefinition<Parameters extends AnyParameters> = CommonDefinition<Parameters> & {
  readonly effect?: undefined
} & (
    | {
        /** Which block a call asks for: a gateway and a fork choose by it, and a node that is still syncing. */
        readonly asks: Exclude<Asks, 'nothing'>
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
  handler(params: Decoded<Parameters>, context: RpcContext): Answer | DelegatedRead<RpcContext>
}

/** A question that is light, or needs what only the main thread has, such as the pool. */
type ChainQuestion<Parameters extends AnyParameters> = QuestionDefinition<Parameters> &
  ChainHandler<Parameters>

/** Any other method. */
interface EffectDefinition<Parameters extends AnyParameters>
  extends CommonDefinition<Parameters>,
    ChainHandler<Parameters> {
  readonly effect: Exclude<Effect, 'asks-chain' | 'submits-signed'>
  readonly asks?: undefined
  readonly upstream?: undefined
}

interface SubmissionDefinition<Parameters extends AnyParameters>
  extends Omit<EffectDefinition<Parameters>, 'effect' | 'upstream'> {
  readonly effect: 'submits-signed'
  /** Miners must see a transaction, so a node that is still syncing passes it on. */
  readonly upstream: 'trusted' | 'never'
}

type MethodDefinition<Parameters extends AnyParameters> =
  | ChainQuestion<Parameters>
  | EffectDefinition<Parameters>
  | SubmissionDefinition<Parameters>

/** A method whose definer says who may call it and hands a part of the node to the handler. */
export interface PartDefinition<Parameters extends AnyParameters, Part>
  extends Omit<CommonDefinition<Parameters>, 'access'> {
  readonly effect: 'asks-node' | 'uses-node' | 'changes-chain'
  handler(params: Decoded<Parameters>, part: Part, context: RpcContext): Answer
}

/** A method as the registry knows it. */
export type Method = (MethodFacts & ChainCallable<RpcContext>) | ReadMethod

/** An interface, because the declarations of the package name it. */
export interface ReadMethod extends MethodFacts, ReadCallable<ReadContext, Result> {}

interface MethodFacts {
  readonly name: string
  readonly aliases: readonly string[]
  readonly summary: string
  readonly params: readonly Pick<Parameter<unknown>, 'name' | 'schema' | 'isRequired'>[]
  readonly result: Schema
  readonly effect: Effect
  readonly asks: Asks
  readonly askedBlock: BlockFinder
  readonly upstream: UpstreamUse
}

/** A method whose calls run in the main thread. */
export function defineMethod<const Parameters extends AnyParameters>(
  definition: MethodDefinition<Parameters>,
): Method {
  const answer = calling(definition)
  if (definition.effect !== 'subscribes')
    return { ...described(definition), placement: 'chain', call: answer }
  return {
    ...described(definition),
    placement: 'chain',
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
export function defineRead<const Parameters extends AnyParameters>(
  definition: ReadDefinition<Parameters>,
): ReadMethod {
  return { ...described(definition), placement: 'reader', call: calling(definition) }
}

function described<Parameters extends AnyParameters>(
  definition: MethodDefinition<Parameters> | ReadDefinition<Parameters>,
): Omit<Method, 'placement' | 'call'> {
  const { name, aliases = [], summary, params, result, cost, access, isLong = false } = definition
  const { effect = 'asks-chain', asks = 'nothing', upstream = 'never' } = definition
  const askedBlock = blockFinder(asks, params)
  return { name, aliases, summary, params, result, cost, access, isLong, effect, asks, askedBlock, upstream }
}

interface Handled<Parameters extends AnyParameters, Context, Returned>
  extends Pick<CommonDefinition<Parameters>, 'params' | 'developmentParams'> {
  handler(params: Decoded<Parameters>, context: Context): Returned
}

/** Checks the parameters of a call, then answers it. */
function calling<Parameters extends AnyParameters, Context extends ReadContext, Returned>(
  definition: Handled<Parameters, Context, Returned>,
): (given: unknown, context: Context) => Returned {
  const { params, developmentParams = 0 } = definition
  const requiredCount = params.filter(({ isRequired }) => isRequired).length
  const decode = (given: unknown, { settings }: ReadContext): Decoded<Parameters> => {
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
export const alsoNamed = (method: Method, name: string, summary: string = method.summary): Method => ({
  ...method,
  name,
  aliases: [],
  summary,
})

/** An error in the words that the client chose. */
const inDialect = (error: unknown, { settings }: ReadContext): unknown =>
  settings.errors === 'ethereum' && error instanceof DialectError ? error.ethereum : error

/** Whether calls are light enough to wait for each other in a batch of requests to another node. */
export const isQuick = ({ effect, cost }: Pick<Method, 'effect' | 'cost'>): boolean =>
  effect === 'asks-chain' && cost <= maximumLightCost

/** The module in a method's name: `eth` of `eth_call`, `rpc` of `rpc.discover`; empty for a name without a module. */
export const moduleOf = (name: string): string => name.slice(0, Math.max(0, name.search(/[._]/)))
