import { namedMember } from '../errors/memberError.ts'
import type { Codec } from './parameter.ts'

/** A parameter whose mistakes are told with its name on a development chain; elsewhere as the reference node tells them. */
export const namedOnDevelopment = <T>(name: string, codec: Codec<T>): Codec<T> => ({
  schema: codec.schema,
  decode: (value, isDevelopment) =>
    isDevelopment === true ? namedMember(name, () => codec.decode(value, true)) : codec.decode(value),
})
