import { DecodeError } from '../primitives/errors.ts'
import { fromHex } from '../primitives/hex.ts'
import { suggestion } from '../primitives/nearest.ts'
import { type CheckedType, UnsuitableValue } from './valueTypes.ts'

/* Types of values that programs give, in addition to those of a configuration file. */

/** The problems of an object of options, each with the path of its member. */
export class UnsuitableOptions extends Error {
  override readonly name = 'UnsuitableOptions'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** A value of a program in a message. */
export function shownInProgram(value: unknown): string {
  if (typeof value === 'bigint') return `${String(value).slice(0, 100)}n`
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value)
  }
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'symbol') return 'a symbol'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Runs a check; its problem, if there is one, follows the name of what was checked. */
export function problemsOf(name: string, check: () => void): readonly string[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof UnsuitableOptions) return error.problems.map((problem) => `${name}${problem}`)
    if (!(error instanceof UnsuitableValue)) throw error
    const given = error instanceof UnsuitableSecret ? '' : `, got ${shownInProgram(error.value)}`
    return [`${name} must be ${error.expected}${given}`]
  }
}

class UnsuitableSecret extends UnsuitableValue {}

/** The same type, whose values do not appear in messages. */
export const secret = <Value>({ description, check }: CheckedType<Value>): CheckedType<Value> => ({
  description,
  check(value) {
    try {
      return check(value)
    } catch (error) {
      if (error instanceof UnsuitableValue) throw new UnsuitableSecret(undefined, error.expected)
      throw error
    }
  },
})

/** Values for which `isValue` holds. */
export const valuesWith = <Value>(
  description: string,
  isValue: (value: unknown) => value is Value,
): CheckedType<Value> => ({
  description,
  check(value) {
    if (!isValue(value)) throw new UnsuitableValue(value, description)
    return value
  },
})

export const bigints = (from: bigint, to: bigint, description: string): CheckedType<bigint> =>
  valuesWith(
    description,
    (value): value is bigint => typeof value === 'bigint' && value >= from && value <= to,
  )

export const numbers = (from: number, to: number): CheckedType<number> =>
  valuesWith(
    `a number from ${from} to ${to}`,
    (value): value is number => typeof value === 'number' && value >= from && value <= to,
  )

export const functionType = <Value extends (...parameters: never[]) => unknown>(
  description: string,
): CheckedType<Value> => valuesWith(description, (value): value is Value => typeof value === 'function')

/** Bytes in hex with `0x`; `isValid` checks them further. */
export function hexBytes(
  description: string,
  isValid: (bytes: Uint8Array) => boolean,
): CheckedType<Uint8Array> {
  return {
    description,
    check(value) {
      const bytes = typeof value === 'string' && /^0x/i.test(value) ? decoded(value) : undefined
      if (bytes === undefined || !isValid(bytes)) throw new UnsuitableValue(value, description)
      return bytes
    },
  }
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return fromHex(text)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Items of a list; a longer one is rejected. */
const maximumItems = 100_000

export const arrayOf = <Item>(item: CheckedType<Item>): CheckedType<readonly Item[]> => ({
  description: `an array, each ${item.description}`,
  check(value) {
    if (!Array.isArray(value) || value.length > maximumItems) {
      throw new UnsuitableValue(value, `an array, each ${item.description}`)
    }
    const items: Item[] = []
    const problems = Array.from(value, (part: unknown) => part).flatMap((part, index) =>
      problemsOf(`[${index}]`, () => items.push(item.check(part))),
    )
    if (problems.length > 0) throw new UnsuitableOptions(problems)
    return items
  },
})

/** The first type that takes the value; an object is checked by the last one, whose problems name its members. */
export function eitherOf<First, Second>(
  first: CheckedType<First>,
  second: CheckedType<Second>,
): CheckedType<First | Second> {
  const description = `${first.description} or ${second.description}`
  return {
    description,
    check(value) {
      try {
        return first.check(value)
      } catch (error) {
        if (!(error instanceof UnsuitableValue)) throw error
      }
      try {
        return second.check(value)
      } catch (error) {
        throw error instanceof UnsuitableValue ? new UnsuitableValue(value, description) : error
      }
    },
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object from any names to values of one type. */
export const recordOf = <Value>(
  description: string,
  type: CheckedType<Value>,
): CheckedType<ReadonlyMap<string, Value>> => ({
  description,
  check(value) {
    if (!isRecord(value)) throw new UnsuitableValue(value, description)
    const entries = new Map<string, Value>()
    const problems = Object.entries(value).flatMap(([name, part]) =>
      problemsOf(`.${name}`, () => entries.set(name, type.check(part))),
    )
    if (problems.length > 0) throw new UnsuitableOptions(problems)
    return entries
  },
})

type MemberTypes = Readonly<Record<string, CheckedType<unknown>>>

/** The checked values of an object; members that are undefined are left out. */
export type CheckedMembers<Types extends MemberTypes> = {
  -readonly [Name in keyof Types]?: Types[Name] extends CheckedType<infer Value> ? Value : never
}

/** An object with these members, which may be missing or undefined, except for the required ones. */
export function objectOf<const Types extends MemberTypes, Required extends keyof Types & string = never>(
  types: Types,
  required: readonly Required[] = [],
): CheckedType<CheckedMembers<Types> & { [Name in Required]-?: NonNullable<CheckedMembers<Types>[Name]> }> {
  const names = Object.keys(types)
  const description = `an object with ${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}`
  return {
    description,
    check(value) {
      if (!isRecord(value)) throw new UnsuitableValue(value, description)
      const checked: Record<string, unknown> = {}
      const problems = [
        ...Object.entries(value).flatMap(([name, part]) => {
          const type = Object.hasOwn(types, name) ? types[name] : undefined
          if (type === undefined) return [`.${name} is not an option${suggestion(name.slice(0, 100), names)}`]
          if (part === undefined) return []
          return problemsOf(`.${name}`, () => {
            checked[name] = type.check(part)
          })
        }),
        ...required.filter((name) => value[name] === undefined).map((name) => `.${name} is missing`),
      ]
      if (problems.length > 0) throw new UnsuitableOptions(problems)
      return checked as CheckedMembers<Types> & {
        [Name in Required]-?: NonNullable<CheckedMembers<Types>[Name]>
      }
    },
  }
}
