import { parseArgs } from 'node:util'
import { suggestion } from '../../primitives/nearest.ts'
import type { EnvironmentVariables, GivenWords, Option } from './command.ts'
import { UsageError } from './commandFailure.ts'

/** Divides words into options and operands; throws `UsageError` for an unknown, repeated or incomplete option. */
export function parseArguments(
  words: readonly string[],
  options: readonly Option[],
  environment: EnvironmentVariables,
): GivenWords {
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(options.flatMap(parserOptions)),
    strict: false,
    tokens: true,
  })
  const operands: string[] = []
  const given = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const option = options.find(
      ({ name, alsoNamed }) => name === token.name || alsoNamed?.includes(token.name),
    )
    if (option === undefined) throw unknownOption(token.rawName, options)
    const value = option.value === undefined ? switchValue(option, token) : givenValue(option, token)
    const earlier = given.get(option.name)
    if (earlier !== undefined && !option.isRepeatable) {
      throw new UsageError(`--${option.name} is given twice`)
    }
    given.set(option.name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return { operands, options: given, environment }
}

interface OptionToken {
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

interface ParserOption {
  readonly type: 'string' | 'boolean'
  readonly short?: string
}

/** The option under each of its names. */
function parserOptions({ name, short, alsoNamed = [], value }: Option): [string, ParserOption][] {
  const type = value === undefined ? 'boolean' : 'string'
  return [
    [name, { type, ...(short && { short }) }],
    ...alsoNamed.map((other): [string, ParserOption] => [other, { type }]),
  ]
}

function switchValue({ name, isYesOrNo }: Option, { value }: OptionToken): string {
  if (isYesOrNo) return value ?? 'true'
  if (value !== undefined) throw new UsageError(`--${name} takes no value`)
  return ''
}

function givenValue({ name, value: placeholder }: Option, { value, inlineValue }: OptionToken): string {
  // A single dash stands for standard output.
  const looksLikeOption = inlineValue === false && value?.startsWith('-') && value !== '-'
  if (!value || looksLikeOption) throw new UsageError(`--${name} needs a value: --${name} ${placeholder}`)
  return value
}

function unknownOption(typed: string, options: readonly Option[]): UsageError {
  const names = options.map(({ name }) => `--${name}`)
  return new UsageError(`unknown option ${typed}${suggestion(typed, names)}`)
}
