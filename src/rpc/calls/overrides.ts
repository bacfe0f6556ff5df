import { signedBytes } from '../../primitives/integers.ts'
import { applyOverrides } from '../../tracing/run/stateOverrides.ts'
import { precompileOverridden, stateOverrideNotAllowed, wrongType } from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import type { ReadContext } from '../method/context.ts'
import type { CallPlace } from '../node/selection.ts'
import { type BlockOverrides, blockOverrides } from '../params/blockOverrides.ts'
import type { Codec } from '../params/parameter.ts'
import { stateOverrides } from '../params/stateOverrides.ts'
import { isPrecompiled } from './simulation.ts'

type Members = { readonly [member: string]: unknown }

/** Overrides before they are decoded, which happens only when they are allowed. */
const anyMembers = (schema: Codec<unknown>['schema']): Codec<Members> => ({
  schema,
  decode(value) {
    if (!isJsonObject(value)) throw wrongType()
    return value
  },
})

export const anyStateOverrides = anyMembers(stateOverrides.schema)
export const anyBlockOverrides = anyMembers(blockOverrides.schema)

/** Overrides need the operator's permission; an empty set of overrides does not. */
export function overrideState(
  place: CallPlace,
  overrides: Members | undefined,
  { node, settings }: ReadContext,
): void {
  if (overrides === undefined || Object.keys(overrides).length === 0) return
  if (!settings.allowsStateOverrides) throw stateOverrideNotAllowed()
  const accounts = stateOverrides.decode(overrides)
  if (accounts.some(({ address }) => isPrecompiled(address, place, node))) throw precompileOverridden()
  applyOverrides(place.state, accounts)
}

/** The place with other values of its block. */
export function overrideBlock(place: CallPlace, overrides: Members | undefined): CallPlace {
  if (overrides === undefined) return place
  const { number, timestamp, coinbase, gasLimit, difficulty }: BlockOverrides =
    blockOverrides.decode(overrides)
  const header = {
    ...place.header,
    ...(number !== undefined && { number }),
    ...(timestamp !== undefined && { timestamp }),
    ...(coinbase !== undefined && { coinbase }),
    ...(gasLimit !== undefined && { gasLimit: signedBytes(gasLimit) }),
    ...(difficulty !== undefined && { difficulty }),
  }
  return { ...place, header }
}
