import { bitcoinError } from '../bitcoinError.ts'
import type { SimulatedBitcoin } from '../simulatedBitcoin.ts'
import { Arguments, isObject, type Json, typeOfJson } from './arguments.ts'

/** A method of Bitcoin Core's JSON-RPC. */
export interface BitcoinMethod {
  readonly summary: string
  /** Names and types, such as `txid: string, verbose?: number|bool`; the last ones may be left out. */
  readonly parameters: string
  run(given: Arguments, bitcoin: SimulatedBitcoin): Json | Promise<Json>
}

interface Parameter {
  readonly name: string
  readonly types: readonly string[]
  readonly isOptional: boolean
}

const parametersOf = (text: string): readonly Parameter[] =>
  [...text.matchAll(/(\w+)(\??): ([\w|]+)/g)].map(([, name = '', mark, types = '']) => ({
    name,
    types: types.split('|'),
    isOptional: mark === '?',
  }))

/** The first line of a message about wrong parameters: the name with the parameters, optional ones in parentheses. */
function usageOf(name: string, parameters: readonly Parameter[]): string {
  const shown = parameters.map((parameter) =>
    parameter.isOptional ? `( ${parameter.name} )` : parameter.name,
  )
  return [name, ...shown].join(' ')
}

/** Checks number and types of parameters, given in order or by name. Throws `BitcoinError`. */
export function argumentsOf(name: string, method: BitcoinMethod, params: Json | undefined): Arguments {
  const parameters = parametersOf(method.parameters)
  const values = valuesOf(parameters, params)
  const required = parameters.filter(({ isOptional }) => !isOptional).length
  const given = values.findLastIndex((value) => value !== undefined && value !== null) + 1
  const isMissing = values.slice(0, required).some((value) => value === undefined)
  if (values.length > parameters.length || given < required || isMissing) {
    throw bitcoinError('misc', `${usageOf(name, parameters)}\n\n${method.summary}\n`)
  }
  checkTypes(parameters, values)
  return new Arguments(new Map(values.map((value, at) => [parameters[at]!.name, value ?? null])))
}

function valuesOf(parameters: readonly Parameter[], params: Json | undefined): readonly (Json | undefined)[] {
  if (params === undefined || params === null) return []
  if (Array.isArray(params)) return params
  if (!isObject(params)) throw bitcoinError('invalidRequest', 'Params must be an array or object')
  const { args, ...named } = params
  const values: (Json | undefined)[] = Array.isArray(args) ? [...args] : []
  for (const [name, value] of Object.entries(named)) {
    const at = parameters.findIndex((parameter) => parameter.name === name)
    if (at < 0) throw bitcoinError('invalidParameter', `Unknown named parameter ${name}`)
    if (values[at] !== undefined) {
      throw bitcoinError(
        'invalidParameter',
        `Parameter ${name} specified twice both as positional and named argument`,
      )
    }
    values[at] = value
  }
  return Array.from(values)
}

function checkTypes(parameters: readonly Parameter[], values: readonly (Json | undefined)[]): void {
  const wrong = parameters.flatMap(({ name, types, isOptional }, at) => {
    const type = typeOfJson(values[at])
    if (types.includes(type) || (type === 'null' && isOptional)) return []
    const problem = `JSON value of type ${type} is not of expected type ${types[0]}`
    return [`    ${JSON.stringify(`Position ${at + 1} (${name})`)}: ${JSON.stringify(problem)}`]
  })
  if (wrong.length > 0) throw bitcoinError('type', `Wrong type passed:\n{\n${wrong.join(',\n')}\n}`)
}
