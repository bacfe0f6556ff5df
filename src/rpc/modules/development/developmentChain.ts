import { MiningError } from '../../../mining/inputs/miningError.ts'
import type { DevelopmentControls } from '../../../node/local/development/developmentControls.ts'
import { after, type Later } from '../../../primitives/work/later.ts'
import { helperRefused, invalidArgument, methodNotFound, RpcError } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { AnyParameters, Decoded, Method, PartDefinition } from '../../method/method.ts'
import { defineAction } from '../../method/method.ts'
import type { RpcContext } from '../../method/rpcContext.ts'
import { type Codec, optional, type Parameter, required } from '../../params/parameter.ts'

/** The helpers of tools exist on development chains only. */
export function expectDevelopment<Controls>({
  development,
}: {
  readonly development?: Controls | undefined
}): Controls {
  if (development === undefined) throw methodNotFound()
  return development
}

/**
 * A helper of tools, whose handler gets the controls of the chain; not for web pages of other machines. It changes the chain
 * unless it says otherwise.
 */
export const defineDevelopmentMethod = <const Parameters extends AnyParameters = readonly []>(
  definition: PartDefinition<Parameters, DevelopmentControls, RpcContext>,
): Method =>
  defineAction({
    effect: 'changes-chain',
    ...definition,
    bound: 'own-chain',
    access: 'no-foreign-pages',
    handler: (params, context) => definition.handler(params, expectDevelopment(context.node), context),
  })

interface CommandDefinition<Parameters extends AnyParameters>
  extends Omit<PartDefinition<Parameters, DevelopmentControls, RpcContext>, 'result' | 'handler'> {
  run(params: Decoded<Parameters>, development: DevelopmentControls, context: RpcContext): Later<void>
}

/** A helper that does something and answers true. */
export const defineCommand = <const Parameters extends AnyParameters = readonly []>(
  definition: CommandDefinition<Parameters>,
): Method =>
  defineDevelopmentMethod({
    ...definition,
    result: schema.boolean,
    handler: (params, development, context) =>
      after<void, true>(definition.run(params, development, context), () => true),
  })

/** A parameter whose name is in the error about its value. */
export const argument = <T>(name: string, codec: Codec<T>): Parameter<T> =>
  required(name, naming(name, codec))

export const optionalArgument = <T, Fallback>(
  name: string,
  codec: Codec<T>,
  fallback: Fallback,
): Parameter<T | Fallback> => optional(name, naming(name, codec), fallback)

const naming = <T>(name: string, codec: Codec<T>): Codec<T> => ({
  schema: codec.schema,
  decode: (value) => named(name, () => codec.decode(value)),
})

/** Decodes a value; an error gets its name. */
export function named<T>(name: string, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    throw error instanceof RpcError ? invalidArgument(name, error.message) : error
  }
}

/** A codec that refuses some values with a reason. */
export const restricted = <T>(
  codec: Codec<T>,
  isAllowed: (value: T) => boolean,
  reason: string,
): Codec<T> => ({
  schema: codec.schema,
  decode(value) {
    const decoded = codec.decode(value)
    if (!isAllowed(decoded)) throw helperRefused(reason)
    return decoded
  },
})

/** Runs a command; a value that the chain refuses becomes an answer to the client. */
export function orRefuse<Result>(command: () => Result): Result {
  try {
    return command()
  } catch (error) {
    if (error instanceof RangeError || error instanceof MiningError) throw helperRefused(error.message)
    throw error
  }
}
