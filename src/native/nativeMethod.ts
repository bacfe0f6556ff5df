import type { PrecompileCall } from '../evm/precompiles/precompile.ts'
import type { Rules } from '../protocol/networks/rules.ts'
import type { RuleName } from '../protocol/networks/ruleTable.ts'
import {
  type AbiTypes,
  argumentsFit,
  decodeArguments,
  encodeOutput,
  lastListLength,
  selectorLength,
  selectorOf,
  signatureOf,
} from './abi/method.ts'
import type { AbiType } from './abi/types.ts'

/** One call of a method: the contract's context and the call. */
export interface Invocation<Context> {
  readonly context: Context
  readonly call: PrecompileCall
}

/** The rule that adds a method to its contract, or removes it. */
export type Availability = { readonly since: RuleName } | { readonly until: RuleName }

export interface MethodDefinition<Context, Arguments extends readonly unknown[], Result> {
  readonly name: string
  readonly inputs: AbiTypes<Arguments>
  /** Absent for a method without result. */
  readonly output?: AbiType<Result>
  /** Available under all rules when absent. */
  readonly available?: Availability
  readonly gas: number | ((context: Context, ...args: Arguments) => number)
  /**
   * Added to the gas for the elements of the last argument, a list; 0 when absent. The elements are counted without
   * decoding them, so that a call that cannot pay for the list does not cause the work.
   */
  readonly gasOfElements?: (count: number) => number
  /** Added to the gas for every byte of input, the selector included; 0 when absent. */
  readonly gasPerByte?: number
  /** Throws `PrecompileFailure` when the method does not answer this call, whatever its arguments. */
  readonly check?: (invocation: Invocation<Context>) => void
  /** Throws `PrecompileFailure` when the arguments are not acceptable. */
  readonly run: (invocation: Invocation<Context>, ...args: Arguments) => Result
}

/** A method and an input that contains its arguments, which are decoded on demand. */
export interface BoundMethod<Context> {
  gas(context: Context): number
  /** The encoded result; undefined for a method without result. */
  run(invocation: Invocation<Context>): Uint8Array | undefined
}

export interface NativeMethod<Context> {
  readonly name: string
  readonly signature: string
  readonly selector: Uint8Array
  isAvailable(rules: Rules): boolean
  /** The minimum price of the method with this input, whatever its arguments. */
  minimumGas(input: Uint8Array): number
  check(invocation: Invocation<Context>): void
  /** Undefined when the input does not contain the arguments. */
  bind(input: Uint8Array): BoundMethod<Context> | undefined
}

export function nativeMethod<Context, Arguments extends readonly unknown[], Result>(
  definition: MethodDefinition<Context, Arguments, Result>,
): NativeMethod<Context> {
  const { name, inputs, output, available, gas, gasOfElements, gasPerByte = 0, check } = definition
  const signature = signatureOf(name, inputs)

  function bind(input: Uint8Array): BoundMethod<Context> | undefined {
    const data = input.subarray(selectorLength)
    if (!argumentsFit(inputs, data)) return undefined
    let decoded: Arguments | undefined
    const args = (): Arguments => {
      decoded ??= decodeArguments(inputs, data)
      return decoded
    }
    return {
      gas: (context) =>
        (typeof gas === 'number' ? gas : gas(context, ...args())) +
        (gasOfElements?.(lastListLength(inputs, data)) ?? 0) +
        gasPerByte * input.length,
      run(invocation) {
        const result = definition.run(invocation, ...args())
        return output && encodeOutput(output, result)
      },
    }
  }

  return {
    name,
    signature,
    selector: selectorOf(signature),
    isAvailable: (rules) => available === undefined || isAvailable(available, rules),
    minimumGas: (input) => (typeof gas === 'number' ? gas : 0) + gasPerByte * input.length,
    check: (invocation) => check?.(invocation),
    bind,
  }
}

const isAvailable = (available: Availability, rules: Rules): boolean =>
  'since' in available ? rules[available.since] : !rules[available.until]
