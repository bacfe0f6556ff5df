import { EvmHost } from '../../execution/host/evmHost.ts'
import type { BlockOverrides, StateOverride } from '../../tracing/request/traceJob.ts'
import { applyOverrides, overriddenHeader, overridesPrecompile } from '../../tracing/run/overrides.ts'
import {
  invalidArgument,
  precompileOverridden,
  stateOverrideNotAllowed,
  wrongType,
} from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import type { ReadContext, RpcSettings } from '../method/context.ts'
import { type CallBase, calledBlock, ownCallBase } from '../node/selection.ts'
import { blockOverrides } from '../params/blockOverrides.ts'
import { type BlockReference, isMinedReference } from '../params/blockReference.ts'
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

export function overrideState(host: EvmHost, overrides: Members | undefined, settings: RpcSettings): void {
  if (overrides === undefined) return
  const accounts = allowedOverrides(overrides, settings)
  if (overridesPrecompile(accounts, host)) throw precompileOverridden()
  applyOverrides(host.state, accounts)
}

/**
 * What a call runs on: the block of a reference, with other values of the block and other accounts if they are given. A
 * call in a mined block without them shares the host with the calls before it, because its changes are rolled back.
 */
export function callBase(
  reference: BlockReference,
  ofState: Members | undefined,
  ofBlock: Members | undefined,
  context: ReadContext,
): CallBase {
  if (ofState === undefined && ofBlock === undefined && isMinedReference(reference)) {
    const block = calledBlock(reference, context.node)
    return { header: block.header, host: context.node.chain.callHost(block) }
  }
  const own = ownCallBase(reference, context.node)
  const base = ofBlock === undefined ? own : withBlock(own, blockOverrides.decode(ofBlock))
  overrideState(base.host, ofState, context.settings)
  return base
}

/** The base with other values of its block, on the same state. */
export function withBlock({ header, host: own, pending }: CallBase, values: BlockOverrides): CallBase {
  const { state, network, chain } = own
  const overridden = overriddenHeader(header, values)
  const host = new EvmHost(state, { network, chain, header: overridden })
  return { header: overridden, host, ...(pending && { pending }) }
}
