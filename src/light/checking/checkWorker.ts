import { lowerPriority, slightlyBelowNormal } from '../../primitives/threads/lowerPriority.ts'
import { ThreadSide } from '../../primitives/threads/threadSide.ts'
import { encodeHeader } from '../../protocol/headers/encode.ts'
import { hashesOf } from '../../protocol/headers/hashes.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { checkHeader, isFault } from './checkHeader.ts'
import type { CheckFunctions } from './checkThreads.ts'

/* The program of a thread that checks headers of endpoints. */

lowerPriority(slightlyBelowNormal)
const side = new ThreadSide<CheckFunctions, never, Network>()

side.offer({
  check: ({ given, nowSeconds }) =>
    given.map((one) => {
      const checked = checkHeader(one, side.data, nowSeconds)
      return isFault(checked) ? checked : { rlp: encodeHeader(checked), hashes: hashesOf(checked) }
    }),
})
