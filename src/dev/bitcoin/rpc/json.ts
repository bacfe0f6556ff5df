/** Values of JSON as `JSON.parse` gives them. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }
export type JsonObject = { readonly [name: string]: Json | undefined }

export type JsonType = 'null' | 'bool' | 'number' | 'string' | 'array' | 'object'

/** The name of a value's type in the messages of Bitcoin Core. */
export function typeOfJson(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return 'number'
  return typeof value === 'string' ? 'string' : 'object'
}

export const isObject = (value: unknown): value is JsonObject => typeOfJson(value) === 'object'
