import { type Precompile, PrecompileFailure, unlimitedInput } from '../../evm/precompiles/precompile.ts'
import { emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { encodeOutput, selectorLength, selectorOf } from '../abi/method.ts'
import { bytes } from '../abi/types.ts'
import type { NativeContext } from '../nativeContext.ts'
import { brokenSelectionRule, burnedBalance, rewardBalance, writeNoSiblings } from './cells.ts'
import { processMinersFees, type RemascContext } from './processMinersFees.ts'

const paying = selectorOf('processMinersFees()')
const debugging = selectorOf('getStateForDebugging()')

/**
 * The contract that pays the miners, called by the last transaction of every block. Its two methods cost no gas and
 * take no arguments. Empty input calls the first one.
 */
export const remascContract = (context: RemascContext): Precompile => ({
  name: 'REMASC',
  maximumInput: unlimitedInput,
  takesTransactions: true,
  gas: () => 0,
  run(input, call) {
    if (input.length > selectorLength) throw new PrecompileFailure('the methods of REMASC take no arguments')
    let output: Uint8Array = emptyBytes
    if (input.length === 0 || equalBytes(input, paying)) {
      if (!context.transaction.isRemasc)
        throw new PrecompileFailure('only the last transaction of a block pays the miners')
      processMinersFees(context, call)
    } else if (equalBytes(input, debugging)) output = encodeOutput(bytes, stateForDebugging(context))
    else throw new PrecompileFailure('REMASC: the input calls no method')
    writeNoSiblings(context.state)
    return output
  },
})

/** RLP of both balances, a list of siblings that is always empty, and the selection flag. */
function stateForDebugging({ state }: NativeContext): Uint8Array {
  return encodeRlp([
    unsignedBytes(rewardBalance.read(state)),
    unsignedBytes(burnedBalance.read(state)),
    [],
    new Uint8Array([brokenSelectionRule.read(state) ? 1 : 0]),
  ])
}
