import { DecodeError } from '../../primitives/errors.ts'
import { type EncodeValue, encoderOf } from './atomicTypes.ts'

/** The type of a field: something, or an array of it, or an array of arrays, and so on. */
export interface FieldType {
  /** As it is written in `types`, because its text is part of what is signed. */
  readonly text: string
  /** The type without its brackets. */
  readonly base: string
  /** Undefined for a struct. */
  readonly encode: EncodeValue | undefined
  /** Lengths of the arrays, the innermost first; undefined where any will do. */
  readonly lengths: readonly (number | undefined)[]
}

/** Far more than anybody has a use for: the deepest known are trees of orders with 24 levels. */
const longestName = 128
const maximumDimensions = 32

const namePattern = /^[a-z_$][\w$]*$/i
const typePattern = /^([a-z_$][\w$]*)((?:\[(?:[1-9]\d{0,8})?\])*)$/i

/** Whether it can be the name of a struct or a field. Others could make two types look the same when signed. */
export const isName = (text: string): boolean => text.length <= longestName && namePattern.test(text)

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
