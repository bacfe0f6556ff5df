import { uint32 } from './abi/types.ts'
import { nativeContract, nativeMethod } from './nativeContract.ts'

/** RSKIP203: lets a contract see how deep the stack of calls is. */
export const environmentMethods = [
  nativeMethod({
    name: 'getCallStackDepth',
    inputs: [],
    output: uint32,
    gas: () => 0,
    run: ({ call }) => BigInt(call.depth + 1),
  }),
]

export const environmentContract = nativeContract('Environment', environmentMethods)
