import type { Json } from './json.ts'

/* Fragments of JSON Schema for parameters and results. */

export type Schema = { readonly [keyword: string]: Json }

const hexOf = (bytes: number, title: string): Schema => ({
  title,
  type: 'string',
  pattern: `^0x[0-9a-f]{${2 * bytes}}$`,
})

export const quantity: Schema = {
  title: 'QUANTITY',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]*)$',
}
export const data: Schema = { title: 'DATA', type: 'string', pattern: '^0x([0-9a-f]{2})*$' }
/** Digits of any number, with leading zeros where the reference node writes them. */
export const digits: Schema = { title: 'hex', type: 'string', pattern: '^0x[0-9a-f]+$' }
export const hash = hexOf(32, 'hash')
export const address = hexOf(20, 'address')
export const boolean: Schema = { type: 'boolean' }
export const number: Schema = { type: 'number' }
export const text: Schema = { type: 'string' }
export const nothing: Schema = { type: 'null' }

export const constant = (value: Json): Schema => ({ const: value })

export const arrayOf = (items: Schema): Schema => ({ type: 'array', items })

export const nullable = (schema: Schema): Schema => ({ anyOf: [schema, nothing] })

export const eitherOf = (...schemas: readonly Schema[]): Schema => ({ anyOf: schemas })

export const bothOf = (...schemas: readonly Schema[]): Schema => ({ allOf: schemas })

export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })

/** An object that has all these members, and may have some others. */
export const objectOf = (
  properties: { readonly [member: string]: Schema },
  optional: { readonly [member: string]: Schema } = {},
): Schema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
})

/** An object that may have these members. */
export const objectWith = (properties: { readonly [member: string]: Schema }): Schema => ({
  type: 'object',
  properties,
})

/** The accounts and cells that a transaction names (EIP-2930). */
export const accessList = arrayOf(objectOf({ address, storageKeys: arrayOf(hash) }))

/** The delegations that accounts have signed (EIP-7702). */
export const authorizationList = arrayOf(
  objectOf({ chainId: quantity, address, nonce: quantity, yParity: quantity, r: quantity, s: quantity }),
)
