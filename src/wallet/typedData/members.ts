import { DecodeError } from '../../primitives/errors.ts'

/** What a JSON object has of its own. */
export type Members = { readonly [name: string]: unknown }

export function membersOf(value: unknown, where: string): Members {
  if (isMembers(value)) return value
  throw new DecodeError(where, 'is no object')
}

/** Names of members come from outside: what every object inherits is none of them. */
export const memberOf = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
