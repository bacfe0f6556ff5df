import { DecodeError } from '../../primitives/errors.ts'

/** The own members of a JSON object. */
export type Members = { readonly [name: string]: unknown }

export function membersOf(value: unknown, where: string): Members {
  if (isMembers(value)) return value
  throw new DecodeError(where, 'is not an object')
}

/** Names of members come from outside, so inherited members must not be found. */
export const memberOf = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
