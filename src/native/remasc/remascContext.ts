import type { Address } from '../../primitives/bytes.ts'
import type { NativeContext } from '../nativeContext.ts'

/** The context of REMASC. */
export interface RemascContext extends NativeContext {
  /**
   * The accounts that share the federation's part of the fees of a block, in the order of payment. A parameter, because
   * the Bridge, which knows them, is above this room.
   */
  federatorAccounts(blockNumber: number): readonly Address[]
}
