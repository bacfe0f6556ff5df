import type { Chain } from '../../../chain/chain.ts'
import type { FoundTransaction } from '../../../chain/storage/transactionPlace.ts'
import { asHash } from '../../../primitives/bytes.ts'

const hashBytes = 32

/** A transaction of the canonical chain; undefined for bytes that are not as long as a hash. */
export const findTransaction = (hash: Uint8Array, chain: Chain): FoundTransaction | undefined =>
  hash.length === hashBytes ? chain.transaction(asHash(hash)) : undefined
