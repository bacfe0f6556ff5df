import { missingParameter, namedParameters, parameterIsNull, parametersNotArray } from '../errors/errors.ts'
import { nameMistake } from '../errors/memberError.ts'
import { isJsonObject } from '../json/json.ts'
import type { Schema } from '../json/schema.ts'

/** Checks a value of a request and decodes it for the handler. */
export interface Codec<T> {
  readonly schema: Schema
  /**
   * Throws an `RpcError` that says what is wrong. Is never given null. A development chain takes some values that the
   * reference node refuses.
   */
  decode(value: unknown, isDevelopment?: boolean): T
}

export interface Parameter<T> {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  /** The value is undefined when the request has fewer parameters. */
  decode(value: unknown, position: number, isDevelopment?: boolean): T
}

/** `whenNull` is the reference node's message for an explicit null, if it has one. */
export const required = <T>(name: string, { schema, decode }: Codec<T>, whenNull?: string): Parameter<T> => ({
  name,
  schema,
  isRequired: true,
  decode(value, position, isDevelopment) {
    if (value === null && whenNull !== undefined) throw parameterIsNull(whenNull)
    if (value === null || value === undefined) throw missingParameter(position, name)
    return decode(value, isDevelopment)
  },
})

/** A parameter that must be given but may be null. */
export const requiredOrNull = <T>(name: string, codec: Codec<T>): Parameter<T | null> => {
  const parameter = required(name, codec)
  return {
    ...parameter,
    decode: (value, position, isDevelopment) =>
      value === null ? null : parameter.decode(value, position, isDevelopment),
  }
}

/** A parameter that is `fallback` when it is left out or null. A required parameter cannot come after it. */
export const optional = <T, Fallback>(
  name: string,
  { schema, decode }: Codec<T>,
  fallback: Fallback,
): Parameter<T | Fallback> => ({
  name,
  schema,
  isRequired: false,
  decode: (value, _position, isDevelopment) =>
    value === null || value === undefined ? fallback : decode(value, isDevelopment),
})

/** On a development chain, errors about the parameter name it; elsewhere they are those of the reference node. */
export const namedOnDevelopment = <T>(name: string, codec: Codec<T>): Codec<T> => ({
  schema: codec.schema,
  decode(value, isDevelopment) {
    try {
      return codec.decode(value, isDevelopment)
    } catch (error) {
      throw isDevelopment === true ? nameMistake(name, error) : error
    }
  },
})

/** Parameters have positions, not names; an empty object has neither. */
export function positional(params: unknown): readonly unknown[] {
  if (Array.isArray(params)) return params
  if (params === undefined || params === null) return []
  if (!isJsonObject(params)) throw parametersNotArray()
  if (Object.keys(params).length > 0) throw namedParameters()
  return []
}
