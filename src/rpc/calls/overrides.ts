import { executingBlock } from '../../execution/host/evmHost.ts'
import type { StateOverride } from '../../tracing/request/traceJob.ts'
import { applyOverrides, overriddenHeader, overridesPrecompile } from '../../tracing/run/overrides.ts'
import {
  invalidArgument,
  precompileOverridden,
  stateOverrideNotAllowed,
  wrongType,
} from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import type { ReadContext, RpcSettings } from '../method/context.ts'
import type { CallPlace } from '../node/selection.ts'
import { blockOverrides } from '../params/blockOverrides.ts'
import type { Codec } from '../params/parameter.ts'
import { stateOverrides } from '../params/stateOverrides.ts'

type Members = { readonly [member: string]: unknown }

/** Overrides before they are decoded, which happens only when they are allowed. */
const anyMembers = (name: string, schema: Codec<unknown>['schema']): Codec<Members> => ({
  schema,
  decode(value, isDevelopment) {
    if (isJsonObject(value)) return value
    throw isDevelopment === true ? invalidArgument(name, 'expected an object') : wrongType()
  },
})

export const anyStateOverrides = anyMembers('stateOverride', stateOverrides.schema)
export const anyBlockOverrides = anyMembers('blockOverride', blockOverrides.schema)

/** Overrides need the operator's permission; an empty set of overrides does not. */
export function allowedOverrides(
  overrides: Members | undefined,
  { allowsStateOverrides, development }: RpcSettings,
): readonly StateOverride[] {
  if (overrides === undefined || Object.keys(overrides).length === 0) return []
  if (!allowsStateOverrides) throw stateOverrideNotAllowed()
  return stateOverrides.decode(overrides, development !== undefined)
}

export function overrideState(
  { header, state }: CallPlace,
  overrides: Members | undefined,
  { node: { network, chain }, settings }: ReadContext,
): void {
  if (overrides === undefined) return
  const accounts = allowedOverrides(overrides, settings)
  if (overridesPrecompile(accounts, state, { network, chain, block: executingBlock(header) })) {
    throw precompileOverridden()
  }
  applyOverrides(state, accounts)
}

/** The place with other values of its block and other accounts. */
export function overriddenPlace(
  place: CallPlace,
  ofState: Members | undefined,
  ofBlock: Members | undefined,
  context: ReadContext,
): CallPlace {
  const overridden =
    ofBlock === undefined
      ? place
      : { ...place, header: overriddenHeader(place.header, blockOverrides.decode(ofBlock)) }
  if (ofState !== undefined) overrideState(overridden, ofState, context)
  return overridden
}
