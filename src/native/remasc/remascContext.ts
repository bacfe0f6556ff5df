import type { Address } from '../../primitives/bytes.ts'
import type { NativeContext } from '../nativeContext.ts'

/** What REMASC works with. */
export interface RemascContext extends NativeContext {
  /**
   * The accounts that share the federation's part of the fees of a block, in the order of payment. The Bridge, which
   * stands above this room, knows them.
   */
  federatorAccounts(blockNumber: number): readonly Address[]
}
