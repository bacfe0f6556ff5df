import { bitcoinError } from '../bitcoinError.ts'
import type { SimulatedBitcoin } from '../simulatedBitcoin.ts'
import { Arguments, isObject, type Json, type Parameter, typeOfJson } from './arguments.ts'

/** A method of Bitcoin Core's JSON-RPC. */
export interface BitcoinMethod {
  readonly name: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  run(given: Arguments, context: MethodContext): Json | Promise<Json>
}

export interface MethodContext {
  readonly bitcoin: SimulatedBitcoin
}

/** The first line of a message about wrong parameters: the name with the parameters, optional ones in parentheses. */
function usageOf({ name, parameters }: BitcoinMethod): string {
  const shown = parameters.map((parameter) =>
    parameter.isOptional ? `( ${parameter.name} )` : parameter.name,
  )
  return [name, ...shown].join(' ')
}

/** Checks number and types of parameters, given in order or by name. Throws `BitcoinError`. */
export function argumentsOf(method: BitcoinMethod, params: Json | undefined): Arguments {
  const values = valuesOf(method, params)
  const { parameters } = method
  const required = parameters.filter(({ isOptional }) => !isOptional).length
  const given = values.findLastIndex((value) => value !== undefined && value !== null) + 1
  const isMissing = values.slice(0, required).some((value) => value === undefined)
  if (values.length > parameters.length || given < required || isMissing) {
    throw bitcoinError('misc', `${usageOf(method)}\n\n${method.summary}\n`)
  }
  checkTypes(parameters, values)
  return new Arguments(new Map(values.map((value, at) => [parameters[at]!.name, value ?? null])))
}

function valuesOf({ parameters }: BitcoinMethod, params: Json | undefined): readonly (Json | undefined)[] {
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
    if (!types || types.includes(type) || (type === 'null' && isOptional)) return []
    const problem = `JSON value of type ${type} is not of expected type ${types[0]}`
    return [`    ${JSON.stringify(`Position ${at + 1} (${name})`)}: ${JSON.stringify(problem)}`]
  })
  if (wrong.length > 0) throw bitcoinError('type', `Wrong type passed:\n{\n${wrong.join(',\n')}\n}`)
}
