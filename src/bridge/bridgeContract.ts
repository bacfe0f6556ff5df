import { UnprocessableMessage } from '../evm/halt.ts'
import { type Precompile, type PrecompileCall, PrecompileFailure } from '../evm/precompiles/precompile.ts'
import type { NativeContext } from '../native/nativeContext.ts'
import { nativeContract } from '../native/nativeContract.ts'
import { emptyBytes } from '../primitives/bytes.ts'
import { DecodeError } from '../primitives/errors.ts'
import type { Rules } from '../protocol/networks/rules.ts'
import { bridgeMethods } from './bridgeMethods.ts'
import { ArgumentError, type BridgeContext, bridgeContext } from './context/bridgeContext.ts'
import { releaseBtc } from './methods/pegout.ts'

const contract = nativeContract<BridgeContext>({
  name: 'Bridge',
  methods: bridgeMethods,
  defaultMethod: releaseBtc,
  gasWithoutMethod: 23_000,
  // Since RSKIP88 a call of an unknown method fails.
  outputWithoutMethod: ({ rules }) => (rules.rskip88 ? undefined : emptyBytes),
  voidOutput({ context, call }, { name }) {
    if (call.kind !== 'transaction' && failsWithoutOutput(context.rules)) {
      throw new PrecompileFailure(`${name} returns no output`)
    }
    return emptyBytes
  },
})

/** The Bridge for one call: the values that `gas` loads are saved together with those that `run` loads. */
export function bridgeContract(native: NativeContext): Precompile {
  const context = bridgeContext(native)
  const { rules } = context
  const precompile = contract(context)
  return {
    ...precompile,
    gas(input, kind = 'transaction', availableGas) {
      if (native.transaction.isFreeBridgeTransaction) return 0
      // With a price, a call with little gas would run out of gas instead of failing with its own error.
      if (isForbiddenContract(rules, kind)) return 0
      return precompile.gas(input, kind, availableGas)
    },
    run(input, call) {
      if (isForbiddenContract(rules, call.kind)) throw contractCallError(call)
      try {
        const output = precompile.run(input, call)
        context.cells.save()
        return output
      } catch (error) {
        // Arguments and cells that do not decode make the call fail.
        if (error instanceof DecodeError) throw new PrecompileFailure(error.message)
        if (error instanceof ArgumentError && !rules.rskip88) return emptyBytes
        throw error
      }
    },
  }
}

/**
 * Until RSKIP417 a method without result has no output at all. Before RSKIP150 this makes the calling contract fail,
 * from RSKIP197 on only its call.
 */
const failsWithoutOutput = ({ rskip150, rskip197, rskip417 }: Rules): boolean =>
  !rskip150 || (rskip197 && !rskip417)

/** In the outermost frame the failure breaks the reference node, so no block can contain the transaction. */
const contractCallError = ({ depth }: PrecompileCall): Error =>
  depth === 0
    ? new UnprocessableMessage('a contract in the outermost frame calls the Bridge')
    : new PrecompileFailure('a contract calls the Bridge')

/** Contracts may call the Bridge since RSKIP88. */
const isForbiddenContract = (rules: Rules, kind: PrecompileCall['kind']): boolean =>
  kind !== 'transaction' && !rules.rskip88
