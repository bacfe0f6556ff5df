import { leftPad } from '../../primitives/bytes.ts'
import type { CellOverride, StateOverride } from '../../tracing/request/traceJob.ts'
import { invalidStateOverride } from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import { address } from './address.ts'
import { data } from './data.ts'
import type { Codec } from './parameter.ts'
import { quantity } from './quantity.ts'

const cellBytes = 32
/** More than this is refused: it would be a copy of the state, not an override. */
const maximumCells = 10_000

type Members = { readonly [member: string]: unknown }

const refuse = (problem: string): never => {
  throw invalidStateOverride(problem)
}

const cellsSchema = schema.mapOf(schema.data)

/** The overridden accounts of a call: an object with a member for each address. */
export const stateOverrides: Codec<readonly StateOverride[]> = {
  schema: schema.mapOf(
    schema.objectWith({
      balance: schema.quantity,
      nonce: schema.quantity,
      code: schema.data,
      state: cellsSchema,
      stateDiff: cellsSchema,
    }),
  ),
  decode(value) {
    if (!isJsonObject(value)) return refuse('expected an object')
    const overrides = Object.entries(value).map(([account, members]) => overrideOf(account, members))
    const cells = overrides.flatMap(({ state = [], stateDiff = [] }) => [...state, ...stateDiff])
    return cells.length > maximumCells ? refuse(`more than ${maximumCells} cells`) : overrides
  },
}

function overrideOf(account: string, members: unknown): StateOverride {
  const overridden = address.decode(account)
  if (!isJsonObject(members)) return refuse(`expected an object for ${account}`)
  const { balance, nonce, code, state, stateDiff, movePrecompileToAddress } = members
  if (isGiven(movePrecompileToAddress)) return refuse('precompiled contracts cannot be moved')
  if (isGiven(state) && isGiven(stateDiff)) return refuse(`both state and stateDiff for ${account}`)
  return {
    address: overridden,
    ...(isGiven(balance) && { balance: quantity.decode(balance) }),
    ...(isGiven(nonce) && { nonce: quantity.decode(nonce) }),
    ...(isGiven(code) && { code: data.decode(code) }),
    ...(isGiven(state) && { state: cellsOf(state) }),
    ...(isGiven(stateDiff) && { stateDiff: cellsOf(stateDiff) }),
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function cellsOf(value: unknown): CellOverride[] {
  if (!isJsonObject(value)) return refuse('expected an object of cells')
  const members: Members = value
  return Object.entries(members).map(([cell, content]) => ({ cell: wordOf(cell), value: wordOf(content) }))
}

function wordOf(value: unknown): Uint8Array {
  const bytes = data.decode(value)
  return bytes.length > cellBytes ? refuse('a cell has at most 32 bytes') : leftPad(bytes, cellBytes)
}
