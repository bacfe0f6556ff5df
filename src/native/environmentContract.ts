import { uint32 } from './abi/types.ts'
import type { NativeContext } from './nativeContext.ts'
import { nativeContract } from './nativeContract.ts'
import { nativeMethod } from './nativeMethod.ts'

/** RSKIP203: returns the depth of the call stack. */
export const environmentMethods = [
  nativeMethod<NativeContext, [], bigint>({
    name: 'getCallStackDepth',
    inputs: [],
    output: uint32,
    gas: 0,
    run: ({ call }) => BigInt(call.depth + 1),
  }),
]

export const environmentContract = nativeContract({
  name: 'Environment',
  methods: environmentMethods,
})
