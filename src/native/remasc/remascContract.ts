import { type Precompile, PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { selectorLength } from '../abi/method.ts'
import { bytes } from '../abi/types.ts'
import type { NativeContext } from '../nativeContext.ts'
import { nativeContract } from '../nativeContract.ts'
import { nativeMethod } from '../nativeMethod.ts'
import { brokenSelectionRule, burnedBalance, rewardBalance, writeNoSiblings } from './cells.ts'
import { processMinersFees, type RemascContext } from './processMinersFees.ts'

const processMinersFeesMethod = nativeMethod<RemascContext, [], void>({
  name: 'processMinersFees',
  inputs: [],
  gas: 0,
  check({ context }) {
    if (context.transaction.isRemasc) return
    throw new PrecompileFailure('only the last transaction of a block pays the miners')
  },
  run: ({ context, call }) => processMinersFees(context, (log) => call.emit(log)),
})

const getStateForDebugging = nativeMethod<RemascContext, [], Uint8Array>({
  name: 'getStateForDebugging',
  inputs: [],
  output: bytes,
  gas: 0,
  run: ({ context }) => stateForDebugging(context),
})

const contract = nativeContract<RemascContext>({
  name: 'REMASC',
  methods: [processMinersFeesMethod, getStateForDebugging],
  defaultMethod: processMinersFeesMethod,
})

/** The contract that pays the miners, called by the last transaction of every block. */
export function remascContract(context: RemascContext): Precompile {
  const precompile = contract(context)
  return {
    ...precompile,
    run(input, call) {
      if (input.length > selectorLength)
        throw new PrecompileFailure('the methods of REMASC take no arguments')
      const output = precompile.run(input, call)
      writeNoSiblings(context.state)
      return output
    },
  }
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
