import type { BlockOverrides } from '../../tracing/request/traceJob.ts'
import { invalidBlockOverride, RpcError } from '../errors/errors.ts'
import { shortened } from '../errors/shortened.ts'
import { isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import { address } from './address.ts'
import type { Codec } from './parameter.ts'
import { quantity } from './quantity.ts'

/** What Ethereum's blocks have and Rootstock's do not; no instruction can read them. */
const meaningless: ReadonlySet<string> = new Set([
  'baseFeePerGas',
  'baseFee',
  'blobBaseFee',
  'prevRandao',
  'random',
  'withdrawals',
])

/** Each value under the names that clients use for it. */
const names = {
  number: ['number'],
  timestamp: ['time', 'timestamp'],
  coinbase: ['feeRecipient', 'coinbase'],
  gasLimit: ['gasLimit'],
  difficulty: ['difficulty'],
} as const

const known: ReadonlySet<string> = new Set([...Object.values(names).flat(), ...meaningless])

type Members = { readonly [member: string]: unknown }

const numberSchema = schema.quantity

export const blockOverrides: Codec<BlockOverrides> = {
  schema: schema.objectWith({
    number: numberSchema,
    time: numberSchema,
    feeRecipient: schema.address,
    gasLimit: numberSchema,
    difficulty: numberSchema,
  }),
  decode(value) {
    if (!isJsonObject(value)) throw invalidBlockOverride('expected an object')
    const stranger = Object.keys(value).find((member) => !known.has(member))
    if (stranger !== undefined) throw invalidBlockOverride(`unknown member ${shortened(stranger)}`)
    return {
      number: safeNumber(value, 'number'),
      timestamp: safeNumber(value, 'timestamp'),
      coinbase: given(value, 'coinbase', address),
      gasLimit: given(value, 'gasLimit', quantity),
      difficulty: given(value, 'difficulty', quantity),
    }
  },
}

function given<T>(members: Members, key: keyof typeof names, codec: Codec<T>): T | undefined {
  const name = names[key].find((one) => members[one] !== undefined && members[one] !== null)
  if (name === undefined) return undefined
  try {
    return codec.decode(members[name])
  } catch (error) {
    throw error instanceof RpcError ? invalidBlockOverride(`${name}: ${error.message}`) : error
  }
}

/** Blocks that follow have greater values, which must be exact too. */
const maximumNumber = 2n ** 52n - 1n

function safeNumber(members: Members, key: 'number' | 'timestamp'): number | undefined {
  const value = given(members, key, quantity)
  if (value !== undefined && value > maximumNumber) throw invalidBlockOverride(`${key} is more than 52 bits`)
  return value === undefined ? undefined : Number(value)
}
