import {
  type AbiTypes,
  decodeArguments,
  encodeOutput,
  selectorLength,
  selectorOf,
  signatureOf,
} from '../../native/abi/method.ts'
import type { AbiType } from '../../native/abi/types.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { RuleName } from '../../protocol/networks/ruleTable.ts'
import type { BridgeCall, BridgeWorld } from '../context/bridgeContext.ts'

/** The rule with which a method appears, or disappears. */
export type Availability = { readonly since: RuleName } | { readonly until: RuleName }

export interface BridgeMethodDefinition<Arguments extends readonly unknown[], Result> {
  readonly name: string
  readonly inputs: AbiTypes<Arguments>
  /** Absent for a method without result. */
  readonly output?: AbiType<Result>
  /** Always there when absent. */
  readonly available?: Availability
  /** Without the two units per byte of input that every method costs. */
  readonly gas: number | ((world: BridgeWorld, ...args: Arguments) => number)
  /** Answers only simulated calls; a rule may have opened it to transactions. */
  readonly localOnly?: true | { readonly until: RuleName }
  /** Whether STATICCALL may reach it (RSKIP417). It may write all the same. */
  readonly isRead: boolean
  /** Throws `PrecompileFailure` where the reference node throws. */
  readonly run: (bridge: BridgeCall, ...args: Arguments) => Result
}

/** A method whose arguments have been read. */
export interface BoundMethod {
  gas(world: BridgeWorld): number
  run(bridge: BridgeCall): Uint8Array
}

export interface BridgeMethod {
  readonly name: string
  readonly signature: string
  readonly selector: Uint8Array
  readonly isRead: boolean
  readonly hasOutput: boolean
  isAvailable(rules: Rules): boolean
  isLocalOnly(rules: Rules): boolean
  /** Throws `DecodeError` when the input does not hold the arguments. */
  bind(input: Uint8Array): BoundMethod
}

const gasPerByte = 2

export function bridgeMethod<Arguments extends readonly unknown[], Result>(
  definition: BridgeMethodDefinition<Arguments, Result>,
): BridgeMethod {
  const { name, inputs, output, available, gas, localOnly, isRead } = definition
  const signature = signatureOf(name, inputs)
  return {
    name,
    signature,
    selector: selectorOf(signature),
    isRead,
    hasOutput: output !== undefined,
    isAvailable: (rules) => available === undefined || isAvailable(available, rules),
    isLocalOnly: (rules) => localOnly === true || (localOnly !== undefined && !rules[localOnly.until]),
    bind(input) {
      const args = decodeArguments(inputs, input.subarray(selectorLength))
      return {
        gas: (world) => (typeof gas === 'number' ? gas : gas(world, ...args)) + gasPerByte * input.length,
        run(bridge) {
          const result = definition.run(bridge, ...args)
          return output ? encodeOutput(output, result) : emptyBytes
        },
      }
    },
  }
}

const isAvailable = (available: Availability, rules: Rules): boolean =>
  'since' in available ? rules[available.since] : !rules[available.until]
