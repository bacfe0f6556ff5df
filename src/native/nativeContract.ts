import { type Precompile, PrecompileFailure, unlimitedInput } from '../evm/precompiles/precompile.ts'
import { emptyBytes } from '../primitives/bytes.ts'
import type { Rules } from '../protocol/networks/rules.ts'
import { selectorLength } from './abi/method.ts'
import type { BoundMethod, Invocation, NativeMethod } from './nativeMethod.ts'

/*
 * A native contract is a table of methods, called through Solidity's ABI. Only this file decides when arguments are decoded,
 * the price and output of input that calls no method, and the output of a method without result. A contract whose history
 * differs passes its own values.
 */

/** The context of any native contract has the rules of the executing block. */
export interface ContractContext {
  readonly rules: Rules
}

export interface ContractDefinition<Context extends ContractContext> {
  readonly name: string
  readonly methods: readonly NativeMethod<Context>[]
  /** The method that empty input calls; absent when empty input calls no method. */
  readonly defaultMethod?: NativeMethod<Context>
  /** The price of input that calls no method; 0 when absent. */
  readonly gasWithoutMethod?: number
  /** The output for input that calls no method; undefined makes the call fail, which is also the default. */
  readonly outputWithoutMethod?: (context: Context) => Uint8Array | undefined
  /** The output of a method without result, empty by default; may throw `PrecompileFailure`. */
  readonly voidOutput?: (invocation: Invocation<Context>, method: NativeMethod<Context>) => Uint8Array
}

/** Undefined for input that does not contain the method's arguments. */
type Bind<Context> = (method: NativeMethod<Context>, input: Uint8Array) => BoundMethod<Context> | undefined

/** Remembers the last input, because a contract is first asked for the price of an input and then runs it. */
function rememberingBind<Context>(): Bind<Context> {
  let last: { readonly input: Uint8Array; readonly bound: BoundMethod<Context> | undefined } | undefined
  return (method, input) => {
    if (last?.input !== input) last = { input, bound: method.bind(input) }
    return last.bound
  }
}

export function nativeContract<Context extends ContractContext>(
  definition: ContractDefinition<Context>,
): (context: Context) => Precompile {
  const { name, methods, defaultMethod, gasWithoutMethod = 0 } = definition
  const bySelector = new Map(methods.map((method) => [selectorNumber(method.selector), method]))

  function methodOf(input: Uint8Array): NativeMethod<Context> | undefined {
    if (input.length === 0) return defaultMethod
    return input.length < selectorLength ? undefined : bySelector.get(selectorNumber(input))
  }

  /**
   * The price of an input. A caller who cannot pay must not cause work: the arguments are checked only when the
   * available gas reaches the minimum price of any outcome, and decoded only when it reaches the minimum price of the
   * method.
   */
  function priceOf(input: Uint8Array, context: Context, bind: Bind<Context>, availableGas: number): number {
    const method = methodOf(input)
    if (!method?.isAvailable(context.rules)) return gasWithoutMethod
    const minimumGas = method.minimumGas(input)
    const minimumOfAll = Math.min(gasWithoutMethod, minimumGas)
    if (minimumOfAll > availableGas) return minimumOfAll
    const bound = bind(method, input)
    if (!bound) return gasWithoutMethod
    return minimumGas > availableGas ? minimumGas : bound.gas(context)
  }

  /** Input whose arguments do not fit counts as input that calls no method. */
  function run(input: Uint8Array, invocation: Invocation<Context>, bind: Bind<Context>): Uint8Array {
    const { context } = invocation
    const method = methodOf(input)
    const bound = method?.isAvailable(context.rules) ? bind(method, input) : undefined
    if (!method || !bound) {
      const output = definition.outputWithoutMethod?.(context)
      if (!output) throw new PrecompileFailure(`${name}: the input calls no method`)
      return output
    }
    method.check(invocation)
    const output = bound.run(invocation)
    return output ?? definition.voidOutput?.(invocation, method) ?? emptyBytes
  }

  return (context) => {
    const bind = rememberingBind<Context>()
    return {
      name,
      maximumInput: unlimitedInput,
      takesTransactions: true,
      gas: (input, _kind, availableGas = Number.POSITIVE_INFINITY) =>
        priceOf(input, context, bind, availableGas),
      run: (input, call) => run(input, { context, call }, bind),
    }
  }
}

const selectorNumber = (bytes: Uint8Array): number =>
  ((bytes[0]! << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!) >>> 0
