import { DecodeError } from '../../primitives/errors.ts'
import { type EncodeValue, encoderOf } from './atomicTypes.ts'

/** The type of a field, with any number of array dimensions. */
export interface FieldType {
  /** The text from `types`, which is part of the signed data. */
  readonly text: string
  /** The type without its brackets. */
  readonly base: string
  /** Undefined for a struct. */
  readonly encode: EncodeValue | undefined
  /** Lengths of the arrays, the innermost first; undefined for any length. */
  readonly lengths: readonly (number | undefined)[]
}

/** Larger than in any known use: the deepest known type, a tree of orders, has 24 dimensions. */
const maximumNameLength = 128
const maximumDimensions = 32

const namePattern = /^[a-z_$][\w$]*$/i
const typePattern = /^([a-z_$][\w$]*)((?:\[(?:[1-9]\d{0,8})?\])*)$/i

/**
 * Whether the text can name a struct or a field. With other names, two different types could have the same encoding.
 */
export const isName = (text: string): boolean => text.length <= maximumNameLength && namePattern.test(text)

export function readFieldType(value: unknown, where: string): FieldType {
  const [text, base, brackets] = (typeof value === 'string' && typePattern.exec(value)) || []
  if (text === undefined || base === undefined || brackets === undefined || !isName(base)) {
    throw new DecodeError(where, 'is not the name of a type')
  }
  const lengths = Array.from(brackets.matchAll(/\[(\d*)\]/g), ([, digits = '']) => lengthOf(digits))
  if (lengths.length > maximumDimensions) {
    throw new DecodeError(where, `has more than ${maximumDimensions} dimensions`)
  }
  return { text, base, encode: encoderOf(base), lengths }
}

const lengthOf = (digits: string): number | undefined => (digits === '' ? undefined : Number(digits))

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
