import type { HeaderHashes } from '../../protocol/headers/hashes.ts'
import type { GivenHeader, HeaderFault } from './headerCheck.ts'

/** A header that a thread has checked, encoded. */
export interface CheckedHeader {
  readonly rlp: Uint8Array
  readonly hashes: HeaderHashes
}

/** What a thread that checks headers does. */
export interface CheckFunctions {
  check(job: {
    readonly given: readonly GivenHeader[]
    readonly nowSeconds: number
  }): readonly (CheckedHeader | HeaderFault)[]
}
