import { leftPad } from '../../primitives/bytes.ts'
import type { CellOverride, StateOverride } from '../../tracing/request/traceJob.ts'
import { invalidStateOverride, RpcError } from '../errors/errors.ts'
import { shortened } from '../errors/shortened.ts'
import { isGiven, isJsonObject } from '../json/json.ts'
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
  decode(value, isDevelopment) {
    if (!isJsonObject(value)) return refuse('expected an object')
    if (isDevelopment === true) refuseUnknown(value)
    const overrides = Object.entries(value).map(([account, members]) => overrideOf(account, members))
    const cells = overrides.flatMap(({ state = [], stateDiff = [] }) => [...state, ...stateDiff])
    return cells.length > maximumCells ? refuse(`more than ${maximumCells} cells`) : overrides
  },
}

const known: ReadonlySet<string> = new Set(['balance', 'nonce', 'code', 'state', 'stateDiff'])

/** The reference node ignores other members; a developer has mistyped them. */
function refuseUnknown(accounts: Members): void {
  for (const [account, members] of Object.entries(accounts)) {
    if (!isJsonObject(members)) continue
    const stranger = Object.keys(members).find(
      (member) => !(known.has(member) || member === 'movePrecompileToAddress'),
    )
    if (stranger === undefined) continue
    const where = `unknown member ${shortened(stranger)} of ${shortened(account)}`
    refuse(`${where}: expected ${[...known].join(', ')}`)
  }
}

function overrideOf(account: string, members: unknown): StateOverride {
  const overridden = readable(shortened(account), () => address.decode(account))
  if (!isJsonObject(members)) return refuse(`expected an object for ${account}`)
  const { balance, nonce, code, state, stateDiff, movePrecompileToAddress } = members
  if (isGiven(movePrecompileToAddress)) return refuse('precompiled contracts cannot be moved')
  if (isGiven(state) && isGiven(stateDiff)) return refuse(`both state and stateDiff for ${account}`)
  const of = <T>(member: string, decode: () => T): T => readable(`${account}.${member}`, decode)
  return {
    address: overridden,
    ...(isGiven(balance) && { balance: of('balance', () => quantity.decode(balance)) }),
    ...(isGiven(nonce) && { nonce: of('nonce', () => quantity.decode(nonce)) }),
    ...(isGiven(code) && { code: of('code', () => data.decode(code)) }),
    ...(isGiven(state) && { state: cellsOf(state, `${account}.state`) }),
    ...(isGiven(stateDiff) && { stateDiff: cellsOf(stateDiff, `${account}.stateDiff`) }),
  }
}

function cellsOf(value: unknown, where: string): CellOverride[] {
  if (!isJsonObject(value)) return refuse(`expected an object of cells for ${where}`)
  const members: Members = value
  return Object.entries(members).map(([cell, content]) => {
    const place = `${where}[${shortened(cell)}]`
    return { cell: wordOf(cell, place), value: wordOf(content, place) }
  })
}

function wordOf(value: unknown, where: string): Uint8Array {
  const bytes = readable(where, () => data.decode(value))
  if (bytes.length > cellBytes) return refuse(`${where}: a cell and its value have at most 32 bytes`)
  return leftPad(bytes, cellBytes)
}

/** The messages of the reference node do not tell which value is wrong. */
function readable<T>(where: string, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof RpcError) return refuse(`${where}: ${error.message}`)
    throw error
  }
}
