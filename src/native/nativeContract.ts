import { type Precompile, PrecompileFailure, unlimitedInput } from '../evm/precompiles/precompile.ts'
import { emptyBytes } from '../primitives/bytes.ts'
import type { Rules } from '../protocol/networks/rules.ts'
import { selectorLength } from './abi/method.ts'
import type { BoundMethod, Invocation, NativeMethod } from './nativeMethod.ts'

/*
 * A native contract is a table of methods, called through Solidity's ABI. When arguments are decoded, what input
 * without a method costs and gives, and what a method without result returns, is decided in this file alone; a
 * contract whose history differs passes its own answer.
 */

/** Every context of native contracts holds at least the rules of the executing block. */
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

/** Undefined for input that does not hold the method's arguments. */
type Bind<Context> = (method: NativeMethod<Context>, input: Uint8Array) => BoundMethod<Context> | undefined

/** Remembers the last input, because a contract first gives the price of an input and then runs it. */
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
   * The price of an input. A caller who cannot pay it must not make us work for it: the arguments are looked at only when
   * the available gas reaches the least that any outcome costs, and decoded only when it reaches the method's own least.
   */
  function priceOf(input: Uint8Array, context: Context, bind: Bind<Context>, availableGas: number): number {
    const method = methodOf(input)
    if (!method?.isAvailable(context.rules)) return gasWithoutMethod
    const leastGas = method.leastGas(input)
    const leastOfAll = Math.min(gasWithoutMethod, leastGas)
    if (leastOfAll > availableGas) return leastOfAll
    const bound = bind(method, input)
    if (!bound) return gasWithoutMethod
    return leastGas > availableGas ? leastGas : bound.gas(context)
  }

  /** Input whose arguments do not decode calls no method, and costs what such input costs. */
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
