import type { Chain } from '../../chain/chain.ts'
import { executeBlock } from '../../execution/block/executeBlock.ts'
import type { PendingView } from '../../rpc/node/readNode.ts'
import { CodeCache } from '../../state/codeCache.ts'
import { State } from '../../state/state.ts'
import { decodePendingBlock, type EncodedBlock } from '../../tracing/request/pendingBlock.ts'

/** The call reads the pending block, which only the thread of the chain can make. */
export class PendingNeeded extends Error {
  override readonly name = 'PendingNeeded'
}

/** Memory for the code of contracts that the pending block calls. */
const codeCacheBytes = 4 << 20

/** The pending block of the other thread, with the state that executing it leaves. */
export function pendingView(encoded: EncodedBlock | undefined, chain: Chain): PendingView {
  if (encoded === undefined) throw new PendingNeeded()
  const block = decodePendingBlock(encoded, chain.network)
  return {
    block,
    receipts: block.receipts,
    get state() {
      const codes = new CodeCache(codeCacheBytes)
      const parent = chain.stateAt(block.header.parentHash)!.commit()
      const context = { network: chain.network, chain, codes }
      return new State(executeBlock(block, parent, context).state, codes)
    },
  }
}
