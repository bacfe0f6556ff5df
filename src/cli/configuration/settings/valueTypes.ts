import { wholeNumber } from '../../commandLine/numberOption.ts'

/** The types of values in a configuration file. */
export type PlainValue = string | number | boolean | readonly string[]

/** A value that its setting rejects; the message continues after the name of the setting. */
export class UnsuitableValue extends Error {
  override readonly name = 'UnsuitableValue'
}

/** A type of values: their text form, their check and their description. */
export interface ValueType<Value extends PlainValue = PlainValue> {
  /** `a whole number from 0 to 65535`. */
  readonly description: string
  /** Placeholder after a flag: `PORT`. */
  readonly placeholder: string
  readonly isList?: boolean
  /** Converts the text of a flag or variable into the type of a file; text of another form is returned as it is. */
  fromText(text: string): unknown
  /** Throws `UnsuitableValue`. */
  check(value: unknown): Value
}

/** Characters of a text; a longer one is rejected. */
const longestText = 4096
/** Items of a list; a longer one is rejected. */
const maximumListLength = 10_000

export function wholeNumbers(from: number, to: number, placeholder = 'NUMBER'): ValueType<number> {
  const description = `a whole number from ${from} to ${to}`
  return {
    description,
    placeholder,
    fromText: (text) => wholeNumber(text) ?? text,
    check(value) {
      if (!isWholeNumber(value, from, to)) throw new UnsuitableValue(`is ${shown(value)}, not ${description}`)
      return value
    },
  }
}

export const isWholeNumber = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to

export const port: ValueType<number> = wholeNumbers(0, 65_535, 'PORT')

const words = new Map([
  ['true', true],
  ['false', false],
])

export const yesOrNo: ValueType<boolean> = {
  description: 'true or false',
  placeholder: '',
  fromText: (text) => words.get(text) ?? text,
  check(value) {
    if (typeof value !== 'boolean') throw new UnsuitableValue(`is ${shown(value)}, neither true nor false`)
    return value
  },
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): ValueType<Choice> {
  const quoted = choices.map((choice) => `"${choice}"`).join(', ')
  return {
    description: `one of ${quoted}`,
    placeholder: choices.join('|'),
    fromText: (text) => text,
    check(value) {
      const choice = choices.find((candidate) => candidate === value)
      if (choice === undefined) throw new UnsuitableValue(`is ${shown(value)}, not one of ${quoted}`)
      return choice
    },
  }
}

/** A word, or a whole number instead of it. */
export function wordOrNumber<const Word extends string>(
  word: Word,
  from: number,
  to: number,
): ValueType<Word | number> {
  const numbers = wholeNumbers(from, to)
  const description = `"${word}" or ${numbers.description}`
  return {
    description,
    placeholder: `${word}|${numbers.placeholder}`,
    fromText: (text) => (text === word ? word : numbers.fromText(text)),
    check(value) {
      if (value === word) return word
      if (!isWholeNumber(value, from, to)) throw new UnsuitableValue(`is ${shown(value)}, not ${description}`)
      return value
    },
  }
}

/** `rule` returns the problem of a text; undefined when the text is valid. */
export function text(
  description: string,
  placeholder: string,
  rule: (value: string) => string | undefined = () => undefined,
): ValueType<string> {
  return {
    description,
    placeholder,
    fromText: (given) => given,
    check(value) {
      const isText = typeof value === 'string' && value !== '' && value.length <= longestText
      if (!isText) throw new UnsuitableValue(`is ${shown(value)}, not ${description}`)
      const problem = rule(value)
      if (problem !== undefined) throw new UnsuitableValue(`is ${shown(value)}: ${problem}`)
      return value
    },
  }
}

export const matching = (pattern: RegExp, description: string, placeholder: string): ValueType<string> =>
  text(description, placeholder, (value) => (pattern.test(value) ? undefined : `not ${description}`))

/** A list; in text its items are separated by commas. */
export function listOf<Item extends string>(item: ValueType<Item>): ValueType<readonly Item[]> {
  const description = `a list, each ${item.description}`
  return {
    description,
    placeholder: item.placeholder,
    isList: true,
    fromText: (given) => given.split(',').map((part) => part.trim()),
    check(value) {
      if (!Array.isArray(value) || value.length > maximumListLength) {
        throw new UnsuitableValue(`is ${shown(value)}, not ${description}`)
      }
      return value.map((part) => item.check(part))
    },
  }
}

/** A value from outside in a message: quoted, and shortened to 100 characters. */
export function shown(value: unknown): string {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return value instanceof Date ? 'a date' : 'a table'
  const written = JSON.stringify(value) ?? 'undefined'
  return written.length > 100 ? `${written.slice(0, 100)}…` : written
}
