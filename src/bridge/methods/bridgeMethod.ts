import { type PrecompileCall, PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import type { AbiType } from '../../native/abi/types.ts'
import { type MethodDefinition, type NativeMethod, nativeMethod } from '../../native/nativeMethod.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { RuleName } from '../../protocol/networks/ruleTable.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'

export interface BridgeMethodDefinition<Arguments extends readonly unknown[], Result>
  extends Omit<MethodDefinition<BridgeContext, Arguments, Result>, 'gasPerByte' | 'check' | 'run'> {
  /** Answers simulated calls only. `until` names the rule since which transactions may call the method. */
  readonly localOnly?: true | { readonly until: RuleName }
  /** Whether STATICCALL may call it (RSKIP417). Even then it may write. */
  readonly isRead: boolean
  /** Throws `PrecompileFailure` where the reference node throws. */
  readonly run: (bridge: BridgeCall, ...args: Arguments) => Result
}

export interface BridgeMethod extends NativeMethod<BridgeContext> {
  readonly isRead: boolean
  isLocalOnly(rules: Rules): boolean
}

/** A method without effect that answers simulated calls only. */
export const localRead = { isRead: true, localOnly: true } as const

const gasPerByte = 2

export function bridgeMethod<Arguments extends readonly unknown[], Result>({
  localOnly,
  isRead,
  run,
  ...definition
}: BridgeMethodDefinition<Arguments, Result>): BridgeMethod {
  const { name } = definition
  const isLocalOnly = (rules: Rules): boolean =>
    localOnly === true || (localOnly !== undefined && !rules[localOnly.until])
  const method = nativeMethod<BridgeContext, Arguments, Result>({
    ...definition,
    gasPerByte,
    check({ context, call }) {
      const { rules, native, constants } = context
      if (rules.rskip88 && isLocalOnly(rules) && !native.transaction.isLocalCall) {
        throw new PrecompileFailure(`${name} answers simulated calls only`)
      }
      if (rules.rskip417 && !acceptsKind(isRead, call.kind)) {
        throw new PrecompileFailure(`${name} does not answer a ${call.kind}`)
      }
      // The reference node defines no federation for devnet, where every method fails.
      if (constants.genesisFederation.members.length === 0) {
        throw new PrecompileFailure('the network has no federation')
      }
    },
    run: ({ context, call }, ...args) => run({ ...context, call }, ...args),
  })
  return { ...method, isRead, isLocalOnly }
}

/** A method without arguments. */
export const bridgeGetter = <Result>(
  name: string,
  output: AbiType<Result>,
  facts: Pick<BridgeMethodDefinition<[], Result>, 'gas' | 'isRead' | 'localOnly' | 'available'>,
  run: (bridge: BridgeCall) => Result,
): BridgeMethod => bridgeMethod<[], Result>({ name, inputs: [], output, ...facts, run })

function acceptsKind(isRead: boolean, kind: PrecompileCall['kind']): boolean {
  if (kind === 'staticcall') return isRead
  return kind === 'call' || kind === 'transaction'
}
