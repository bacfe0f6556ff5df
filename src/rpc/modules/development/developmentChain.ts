import { MiningError } from '../../../mining/inputs/miningError.ts'
import type { DevelopmentControls } from '../../../node/local/development/developmentControls.ts'
import { helperRefused, invalidArgument, methodNotFound, RpcError } from '../../errors/errors.ts'
import type { RpcNode } from '../../node/rpcNode.ts'
import type { Codec, Parameter } from '../../params/parameter.ts'
import { optional, required } from '../../params/parameter.ts'

/** The helpers of tools exist on development chains only. */
export function expectDevelopment({ development }: RpcNode): DevelopmentControls {
  if (development === undefined) throw methodNotFound()
  return development
}

/** A parameter whose name is in the error about its value. */
export const argument = <T>(name: string, codec: Codec<T>): Parameter<T> =>
  required(name, naming(name, codec))

export const optionalArgument = <T, Fallback>(
  name: string,
  codec: Codec<T>,
  fallback: Fallback,
): Parameter<T | Fallback> => optional(name, naming(name, codec), fallback)

const naming = <T>(name: string, { schema, decode }: Codec<T>): Codec<T> => ({
  schema,
  decode: (value) => named(name, () => decode(value)),
})

/** Decodes a value; an error gets its name. */
export function named<T>(name: string, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    throw error instanceof RpcError ? invalidArgument(name, error.message) : error
  }
}

/** Runs a command; a value that the chain refuses becomes an answer to the client. */
export function orRefuse<Result>(command: () => Result): Result {
  try {
    return command()
  } catch (error) {
    if (error instanceof RangeError || error instanceof MiningError) throw helperRefused(error.message)
    throw error
  }
}
