import { toHex } from '../../../../primitives/hex.ts'
import { encodeRlp } from '../../../../primitives/rlp/encode.ts'
import { itemsBeforeProof } from '../../../../protocol/headers/encode.ts'
import { hashedBitcoinItems } from '../../../../protocol/headers/hashes.ts'
import type { BlockHeader } from '../../../../protocol/headers/header.ts'
import type { Network } from '../../../../protocol/networks/network.ts'

/**
 * The whole header, with the items of the merged-mining proof after the Bitcoin header only before RSKIP92. For header
 * versions above 0 (RSKIP351) the hash of this RLP is not the block's hash.
 */
export function rawHeader(header: BlockHeader, network: Network): string {
  return toHex(
    encodeRlp([
      ...itemsBeforeProof(header),
      ...hashedBitcoinItems(header.mergedMining, header.number, network),
    ]),
  )
}
