import { reasonOf } from '../primitives/errors.ts'
import { endpointUrl } from '../remote/endpointUrl.ts'

/** The types of values in a configuration file. */
export type PlainValue = string | number | boolean | readonly string[]

/** A value that its setting rejects; the message continues after the name of the setting. */
export class UnsuitableValue extends Error {
  override readonly name = 'UnsuitableValue'
  readonly value: unknown
  /** What the setting takes: `a whole number from 0 to 65535`. */
  readonly expected: string

  constructor(value: unknown, expected: string, message = `is ${shown(value)}, not ${expected}`) {
    super(message)
    this.value = value
    this.expected = expected
  }
}

/** The check of a value of any kind. */
export interface CheckedType<Value> {
  /** `a whole number from 0 to 65535`. */
  readonly description: string
  /** Throws `UnsuitableValue`. */
  check(value: unknown): Value
}

/** A type of values: their text form, their check and their description. */
export interface ValueType<Value extends PlainValue = PlainValue> extends CheckedType<Value> {
  /** Placeholder after a flag: `PORT`. */
  readonly placeholder: string
  readonly isList?: boolean
  /** Converts the text of a flag or variable into the type of a file; text of another form is returned as it is. */
  fromText(text: string): unknown
}

/** Characters of a text; a longer one is rejected. */
const maximumTextLength = 4096
/** Items of a list; a longer one is rejected. */
const maximumListLength = 10_000

export function wholeNumbers(from: number, to: number, placeholder = 'NUMBER'): ValueType<number> {
  const description = `a whole number from ${from} to ${to}`
  return {
    description,
    placeholder,
    fromText: (text) => wholeNumber(text) ?? text,
    check(value) {
      if (!isWholeNumber(value, from, to)) throw new UnsuitableValue(value, description)
      return value
    },
  }
}

const isWholeNumber = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to

export const port: ValueType<number> = wholeNumbers(0, 65_535, 'PORT')

/** A safe integer in decimal digits; undefined for any other text. */
export function wholeNumber(text: string): number | undefined {
  if (!/^\d{1,16}$/.test(text)) return undefined
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : undefined
}

const words = new Map([
  ['true', true],
  ['false', false],
])

export const yesOrNo: ValueType<boolean> = {
  description: 'true or false',
  placeholder: '',
  fromText: (text) => words.get(text) ?? text,
  check(value) {
    if (typeof value !== 'boolean') {
      throw new UnsuitableValue(value, 'true or false', `is ${shown(value)}, neither true nor false`)
    }
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
      if (choice === undefined) throw new UnsuitableValue(value, `one of ${quoted}`)
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
      if (!isWholeNumber(value, from, to)) throw new UnsuitableValue(value, description)
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
      const isText = typeof value === 'string' && value !== '' && value.length <= maximumTextLength
      if (!isText) throw new UnsuitableValue(value, description)
      const problem = rule(value)
      if (problem !== undefined) {
        throw new UnsuitableValue(value, description, `is ${shown(value)}: ${problem}`)
      }
      return value
    },
  }
}

/** A text, or false to turn off what it names. */
export function textOrFalse(description: string, placeholder: string): ValueType<string | false> {
  const given = text(`${description}, or false`, placeholder)
  return {
    ...given,
    fromText: (value) => (value === 'false' ? false : value),
    check: (value) => (value === false ? false : given.check(value)),
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
        throw new UnsuitableValue(value, description)
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

/** An amount of memory in MiB; text may have a unit: `2048`, `2048M`, `2GiB`. */
export function mebibytes(from: number, to: number): ValueType<number> {
  const description = `a whole number of MiB from ${from} to ${to}, or an amount such as 2G`
  return {
    description,
    placeholder: 'MIB',
    fromText: (given) => mebibytesIn(given) ?? given,
    check(value) {
      const amount = typeof value === 'string' ? mebibytesIn(value) : value
      if (!isWholeNumber(amount, from, to)) throw new UnsuitableValue(value, description)
      return amount
    },
  }
}

const amountForm = /^(\d{1,12})(?: ?([mg])(?:i?b)?)?$/i

/** Units are powers of 1,024, as those of systemd and of containers are. Undefined for text of another form. */
export function mebibytesIn(given: string): number | undefined {
  const [, digits, unit = 'm'] = amountForm.exec(given) ?? []
  return digits === undefined ? undefined : Number(digits) * (unit.toLowerCase() === 'g' ? 1024 : 1)
}

/** Undefined for a suitable endpoint. The text may hold a key, so the problem does not repeat it. */
export function endpointProblem(value: string): string | undefined {
  try {
    endpointUrl(value)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/** Another node, by its URL or the name of a network's public node. */
export const endpoint = text('mainnet, testnet or an HTTP URL', 'URL', endpointProblem)
