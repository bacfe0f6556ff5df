/** Any value of a request or an answer. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json }

/** Clients leave out what they do not give, or write null. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null

export const isJsonObject = (value: unknown): value is { readonly [member: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
