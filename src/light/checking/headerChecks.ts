import { Slice } from '../../primitives/work/turns.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { checkHeader, type GivenHeader, type HeaderFault } from './checkHeader.ts'

/** Checks headers of endpoints, here or in threads. */
export interface HeaderChecks {
  /** The headers in their order, or why one is refused. */
  check(given: readonly GivenHeader[], nowSeconds: number): Promise<readonly (BlockHeader | HeaderFault)[]>
  close(): void
}

/** Checks in this thread, in slices between which others have their turns. */
export const checksHere = (network: Network): HeaderChecks => ({
  async check(given, nowSeconds) {
    const checked: (BlockHeader | HeaderFault)[] = []
    const slice = new Slice()
    for (const one of given) {
      checked.push(checkHeader(one, network, nowSeconds))
      if (slice.isOver) await slice.pause()
    }
    return checked
  },
  close() {},
})
