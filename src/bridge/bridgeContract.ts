import { unlimitedInput } from '../evm/precompiles/input.ts'
import { type Precompile, type PrecompileCall, PrecompileFailure } from '../evm/precompiles/precompile.ts'
import { selectorLength } from '../native/abi/method.ts'
import type { NativeContext } from '../native/nativeContext.ts'
import { emptyBytes } from '../primitives/bytes.ts'
import { DecodeError } from '../primitives/errors.ts'
import { bridgeMethods } from './bridgeMethods.ts'
import { ArgumentError } from './context/argumentError.ts'
import { type BridgeWorld, bridgeWorld } from './context/bridgeContext.ts'
import type { BoundMethod, BridgeMethod } from './methods/bridgeMethod.ts'
import { releaseBtc } from './methods/releaseBtc.ts'

/** The price of input that calls no method. */
const unparsableGas = 23_000

const bySelector = new Map(bridgeMethods.map((method) => [selectorNumber(method.selector), method]))

/**
 * The contract that holds the peg with Bitcoin, for one call: what is loaded in order to name the price is saved
 * with the rest.
 */
export function bridgeContract(context: NativeContext): Precompile {
  const world = bridgeWorld(context)
  return {
    name: 'Bridge',
    maximumInput: unlimitedInput,
    takesTransactions: true,
    gas: (input, kind = 'transaction') => gas(world, input, kind),
    run(input, call) {
      try {
        return run(world, input, call)
      } catch (error) {
        // What cannot be decoded inside of arguments or cells makes the call fail.
        if (error instanceof DecodeError) throw new PrecompileFailure(error.message)
        if (error instanceof ArgumentError && !context.rules.rskip88) return emptyBytes
        throw error
      }
    },
  }
}

interface ChosenMethod {
  readonly method: BridgeMethod
  readonly bound: BoundMethod
}

function gas(world: BridgeWorld, input: Uint8Array, kind: PrecompileCall['kind']): number {
  const { context } = world
  if (context.transaction.isFreeBridgeTransaction) return 0
  // However little gas a contract gave, it is to come to the failure.
  if (isForbiddenContract(world, kind)) return 0
  const chosen = choose(input, context)
  return chosen ? chosen.bound.gas(world) : unparsableGas
}

/** RSKIP88 opened the Bridge to contracts. */
const isForbiddenContract = ({ rules }: BridgeWorld, kind: PrecompileCall['kind']): boolean =>
  kind !== 'transaction' && !rules.rskip88

function run(world: BridgeWorld, input: Uint8Array, call: PrecompileCall): Uint8Array {
  const { context, rules } = world
  if (isForbiddenContract(world, call.kind)) throw new PrecompileFailure('a contract calls the Bridge')
  const chosen = choose(input, context)
  if (!chosen) return afterUnparsable(rules.rskip88)
  checkCall(chosen.method, context, call)
  // The reference node has none for devnet, where every call fails.
  if (world.constants.genesisFederation.members.length === 0)
    throw new PrecompileFailure('there is no federation')
  const output = chosen.bound.run({ ...world, call })
  // Until RSKIP150 a contract failed over an output that was not there.
  if (call.kind !== 'transaction' && !chosen.method.hasOutput && !rules.rskip150) {
    throw new PrecompileFailure(`${chosen.method.name} returns nothing`)
  }
  world.cells.save()
  return output
}

/** RSKIP88 made it an error to call a method that does not exist. */
function afterUnparsable(isError: boolean): Uint8Array {
  if (isError) throw new PrecompileFailure('the input does not call any method of the Bridge')
  return emptyBytes
}

function checkCall(method: BridgeMethod, { rules, transaction }: NativeContext, call: PrecompileCall): void {
  if (rules.rskip88 && method.isLocalOnly(rules) && !transaction.isLocalCall) {
    throw new PrecompileFailure(`${method.name} answers simulated calls only`)
  }
  if (rules.rskip417 && !acceptsKind(method, call.kind)) {
    throw new PrecompileFailure(`${method.name} does not answer a ${call.kind}`)
  }
}

function acceptsKind({ isRead }: BridgeMethod, kind: PrecompileCall['kind']): boolean {
  if (kind === 'staticcall') return isRead
  return kind === 'call' || kind === 'transaction'
}

/** Empty input asks for bitcoins. */
function choose(input: Uint8Array, { rules }: NativeContext): ChosenMethod | undefined {
  if (input.length === 0) return { method: releaseBtc, bound: releaseBtc.bind(input) }
  if (input.length < selectorLength) return undefined
  const method = bySelector.get(selectorNumber(input))
  if (!method?.isAvailable(rules)) return undefined
  const bound = boundOrUndefined(method, input)
  return bound && { method, bound }
}

function boundOrUndefined(method: BridgeMethod, input: Uint8Array): BoundMethod | undefined {
  try {
    return method.bind(input)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

function selectorNumber(bytes: Uint8Array): number {
  return ((bytes[0]! << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!) >>> 0
}
