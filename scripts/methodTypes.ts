import { isJsonObject, type Json } from '../src/rpc/json/json.ts'
import type { Schema } from '../src/rpc/json/schema.ts'
import type { Method } from '../src/rpc/method/method.ts'
import type { Registry } from '../src/rpc/registry/registry.ts'
import { blockSchema, headerSchema } from '../src/rpc/shapes/blockShape.ts'
import { logSchema } from '../src/rpc/shapes/logShape.ts'
import { receiptSchema } from '../src/rpc/shapes/receiptShape.ts'
import { transactionSchema } from '../src/rpc/shapes/transactionShape.ts'

/* The TypeScript types of all methods for src/library/methodTypes.ts, derived from the registry. */

const introduction = `/*
 * The parameters and results of every method, in the form of viem's RpcSchema. \`npx tsx scripts/write-methods.ts\` writes
 * this file from the registry. Parameters take any text where hex is expected, because addresses are plain texts in many
 * programs; results are exact.
 */

import type { Hex } from './hexTypes.ts'
`

/** Objects that are part of the results of several methods. */
const namedSchemas: readonly (readonly [name: string, schema: Schema])[] = [
  ['RpcLog', logSchema],
  ['RpcTransaction', transactionSchema],
  ['RpcReceipt', receiptSchema],
  ['RpcHeader', headerSchema],
  ['RpcBlock', blockSchema],
]
const names = new Map(namedSchemas.map(([name, schema]) => [JSON.stringify(schema), name]))

export function methodTypes({ answering }: Registry): string {
  const types = namedSchemas.map(
    ([name, schema]) => `export interface ${name} ${objectText(schema, 'result')}\n`,
  )
  const entries = answering.map(
    ({ name, method }) => `  /** ${method.summary} */\n  '${name}': ${entryText(method)}`,
  )
  return [
    introduction,
    ...types,
    `/** The methods by their names, with parameters and results. */\nexport interface RpcMethods {\n${entries.join('\n')}\n}\n`,
  ].join('\n')
}

function entryText({ params, result }: Method): string {
  const parameters = params.map(({ name, isRequired, schema }) => {
    const type = typeText(schema, 'parameter')
    return isRequired ? `${name}: ${type}` : `${name}?: ${type} | null`
  })
  return `{ Parameters: readonly [${parameters.join(', ')}]; ReturnType: ${typeText(result, 'result')} }`
}

type Side = 'parameter' | 'result'

function typeText(schema: Json | undefined, side: Side): string {
  if (!isJsonObject(schema)) return 'unknown'
  const name = side === 'result' ? names.get(JSON.stringify(schema)) : undefined
  if (name !== undefined) return name
  const { type, pattern, anyOf, allOf, enum: words, const: constant, items } = schema
  if (Array.isArray(anyOf)) return union(anyOf.map((option: Json) => typeText(option, side)))
  if (Array.isArray(allOf)) return allOf.map((part: Json) => typeText(part, side)).join(' & ')
  if (Array.isArray(words)) return union(words.map((word: Json) => JSON.stringify(word)))
  if (constant !== undefined) return JSON.stringify(constant)
  switch (type) {
    case 'string':
      return side === 'result' && typeof pattern === 'string' && pattern.startsWith('^0x') ? 'Hex' : 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `readonly (${typeText(items, side)})[]`
    case 'object':
      return objectText(schema, side)
    default:
      return 'unknown'
  }
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

function objectText({ properties, required, additionalProperties }: Schema, side: Side): string {
  if (isJsonObject(additionalProperties)) {
    return `{ readonly [key: string]: ${typeText(additionalProperties, side)} }`
  }
  const members = isJsonObject(properties) ? Object.entries(properties) : []
  if (members.length === 0) return '{ readonly [member: string]: unknown }'
  const always = Array.isArray(required) ? required : []
  const lines = members.map(([name, schema]) => {
    const mark = always.includes(name) ? '' : '?'
    const type = typeText(schema, side)
    return `readonly ${memberName(name)}${mark}: ${type}${mark && side === 'parameter' ? ' | null | undefined' : ''}`
  })
  return `{ ${lines.join('; ')} }`
}

const memberName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))
