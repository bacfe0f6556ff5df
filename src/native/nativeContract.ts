import { unlimitedInput } from '../evm/precompiles/input.ts'
import { type Precompile, type PrecompileCall, PrecompileFailure } from '../evm/precompiles/precompile.ts'
import { DecodeError } from '../primitives/errors.ts'
import type { Rules } from '../protocol/networks/rules.ts'
import {
  type AbiTypes,
  decodeArguments,
  encodeOutput,
  selectorLength,
  selectorOf,
  signatureOf,
} from './abi/method.ts'
import type { AbiType } from './abi/types.ts'
import type { NativeContext } from './nativeContext.ts'

/** What a method can see of the world besides its arguments. */
export interface Invocation {
  readonly context: NativeContext
  readonly call: PrecompileCall
}

export interface MethodDefinition<Arguments extends readonly unknown[], Result> {
  readonly name: string
  readonly inputs: AbiTypes<Arguments>
  readonly output: AbiType<Result>
  /** Always enabled when absent. */
  readonly isEnabled?: (rules: Rules) => boolean
  /** `inputLength` counts the selector. */
  readonly gas: (args: Arguments, inputLength: number) => number
  /** Throws `PrecompileFailure` when the arguments are not acceptable. */
  readonly run: (invocation: Invocation, ...args: Arguments) => Result
}

/** A method whose arguments have been read. */
interface BoundMethod {
  readonly gas: number
  run(invocation: Invocation): Uint8Array
}

export interface NativeMethod {
  readonly signature: string
  readonly selector: Uint8Array
  isEnabled(rules: Rules): boolean
  /** Throws `DecodeError` when the input does not hold the arguments. */
  bind(input: Uint8Array): BoundMethod
}

export function nativeMethod<Arguments extends readonly unknown[], Result>(
  definition: MethodDefinition<Arguments, Result>,
): NativeMethod {
  const signature = signatureOf(definition.name, definition.inputs)
  return {
    signature,
    selector: selectorOf(signature),
    isEnabled: definition.isEnabled ?? (() => true),
    bind(input) {
      const args = decodeArguments(definition.inputs, input.subarray(selectorLength))
      return {
        gas: definition.gas(args, input.length),
        run: (invocation) => encodeOutput(definition.output, definition.run(invocation, ...args)),
      }
    },
  }
}

/**
 * A contract that is a table of methods. Input that does not call any of them costs no gas and fails when it is
 * executed; there is no default method.
 */
export function nativeContract(
  name: string,
  methods: readonly NativeMethod[],
): (context: NativeContext) => Precompile {
  const bySelector = new Map(methods.map((method) => [selectorNumber(method.selector), method]))

  function find(input: Uint8Array, rules: Rules): BoundMethod | undefined {
    if (input.length < selectorLength) return undefined
    const method = bySelector.get(selectorNumber(input))
    return method?.isEnabled(rules) ? boundOrUndefined(method, input) : undefined
  }

  return (context) => ({
    name,
    maximumInput: unlimitedInput,
    takesTransactions: true,
    gas: (input) => find(input, context.rules)?.gas ?? 0,
    run(input, call) {
      const method = find(input, context.rules)
      if (!method) throw new PrecompileFailure(`${name}: the input does not call any of its methods`)
      return method.run({ context, call })
    },
  })
}

function boundOrUndefined(method: NativeMethod, input: Uint8Array): BoundMethod | undefined {
  try {
    return method.bind(input)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

const selectorNumber = (bytes: Uint8Array): number =>
  ((bytes[0]! << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!) >>> 0
