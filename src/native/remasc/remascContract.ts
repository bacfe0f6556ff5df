import { unlimitedInput } from '../../evm/precompiles/input.ts'
import { type Precompile, PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { encodeOutput, selectorOf } from '../abi/method.ts'
import { bytes } from '../abi/types.ts'
import type { EmitLog, NativeContext } from '../nativeContext.ts'
import { brokenSelectionRule, burnedBalance, rewardBalance, writeNoSiblings } from './cells.ts'
import { processMinersFees } from './processMinersFees.ts'
import type { RemascContext } from './remascContext.ts'

const processMinersFeesSelector = selectorOf('processMinersFees()')
const getStateForDebuggingSelector = selectorOf('getStateForDebugging()')

/** The contract that pays the miners, called by the last transaction of every block. */
export const remascContract = (context: RemascContext): Precompile => ({
  name: 'REMASC',
  maximumInput: unlimitedInput,
  takesTransactions: true,
  gas: () => 0,
  run(input, call) {
    const output = runMethod(context, input, (log) => call.emit(log))
    writeNoSiblings(context.state)
    return output
  },
})

function runMethod(context: RemascContext, input: Uint8Array, emit: EmitLog): Uint8Array {
  if (input.length === 0 || equalBytes(input, processMinersFeesSelector)) {
    if (!context.transaction.isRemasc) {
      throw new PrecompileFailure('the miners are paid by the last transaction of the block only')
    }
    processMinersFees(context, emit)
    return emptyBytes
  }
  if (equalBytes(input, getStateForDebuggingSelector)) return encodeOutput(bytes, stateForDebugging(context))
  throw new PrecompileFailure('REMASC has no such method')
}

/** RLP of both balances, a list of siblings that is always empty, and the selection flag. */
function stateForDebugging({ state }: NativeContext): Uint8Array {
  return encodeRlp([
    unsignedBytes(rewardBalance.read(state)),
    unsignedBytes(burnedBalance.read(state)),
    [],
    new Uint8Array([brokenSelectionRule.read(state) ? 1 : 0]),
  ])
}
