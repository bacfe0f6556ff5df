import type { BlockOverrides } from '../../tracing/request/traceJob.ts'
import { invalidSimulation, tooManyItems } from '../errors/errors.ts'
import { namedMember } from '../errors/memberError.ts'
import { isGiven, isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import { blockOverrides } from './blockOverrides.ts'
import { type CallObject, callObject, strictCallObject } from './callObject.ts'
import type { Codec } from './parameter.ts'
import { stateOverrides } from './stateOverrides.ts'

/** The calls of one simulated block and what its block and state have differently. */
export interface SimulatedBlockCalls {
  readonly block: BlockOverrides | undefined
  /** Decoded when overrides are allowed. */
  readonly state: { readonly [account: string]: unknown }
  readonly calls: readonly CallObject[]
}

export interface Simulation {
  readonly blocks: readonly SimulatedBlockCalls[]
  /** Whether payments are shown as logs. */
  readonly traceTransfers: boolean
  /** Whether nonces, balances and fees are checked as those of transactions. */
  readonly validation: boolean
  readonly returnFullTransactions: boolean
}

/** Ethereum's bound on the blocks of one simulation, those of gaps included. */
export const maximumSimulatedBlocks = 256
/** Each call is executed, and its result kept until the answer is written. */
const maximumCalls = 1_000
const maximumDevelopmentCalls = 10_000

const refuse = (problem: string): never => {
  throw invalidSimulation(problem)
}

/** The request of eth_simulateV1. */
export const simulation: Codec<Simulation> = {
  schema: schema.objectWith({
    blockStateCalls: schema.arrayOf(
      schema.objectWith({
        blockOverrides: blockOverrides.schema,
        stateOverrides: stateOverrides.schema,
        calls: schema.arrayOf(callObject.schema),
      }),
    ),
    traceTransfers: schema.boolean,
    validation: schema.boolean,
    returnFullTransactions: schema.boolean,
  }),
  decode(value, isDevelopment) {
    if (!isJsonObject(value)) return refuse('expected an object')
    const { blockStateCalls: list, traceTransfers, validation, returnFullTransactions } = value
    if (!Array.isArray(list) || list.length === 0) return refuse('blockStateCalls is empty')
    if (list.length > maximumSimulatedBlocks) throw tooManyItems('blocks', maximumSimulatedBlocks)
    const maximum = isDevelopment === true ? maximumDevelopmentCalls : maximumCalls
    const blocks = list.map((block, index) =>
      namedMember(`blockStateCalls[${index}]`, () => blockCalls(block, maximum)),
    )
    const count = blocks.reduce((sum, { calls }) => sum + calls.length, 0)
    if (count > maximum) throw tooManyItems('calls', maximum)
    return {
      blocks,
      traceTransfers: flag('traceTransfers', traceTransfers),
      validation: flag('validation', validation),
      returnFullTransactions: flag('returnFullTransactions', returnFullTransactions),
    }
  },
}

/** False by default. */
function flag(name: string, value: unknown): boolean {
  if (!isGiven(value)) return false
  return typeof value === 'boolean' ? value : refuse(`${name} is neither true nor false`)
}

function blockCalls(value: unknown, maximum: number): SimulatedBlockCalls {
  if (!isJsonObject(value)) return refuse('expected an object for each block')
  const { blockOverrides: ofBlock, stateOverrides: ofState, calls } = value
  if (isGiven(calls) && !Array.isArray(calls)) return refuse('calls is not an array')
  const list: readonly unknown[] = Array.isArray(calls) ? calls : []
  if (list.length > maximum) throw tooManyItems('calls', maximum)
  return {
    block: isGiven(ofBlock) ? namedMember('blockOverrides', () => blockOverrides.decode(ofBlock)) : undefined,
    state: isJsonObject(ofState)
      ? ofState
      : isGiven(ofState)
        ? refuse('stateOverrides is not an object')
        : {},
    calls: list.map((call, index) => namedMember(`calls[${index}]`, () => strictCallObject.decode(call))),
  }
}
