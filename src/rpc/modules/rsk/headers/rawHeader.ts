import { toHex } from '../../../../primitives/hex.ts'
import { encodeRlp } from '../../../../primitives/rlp/encode.ts'
import { itemsBeforeProof } from '../../../../protocol/headers/encode.ts'
import type { BlockHeader } from '../../../../protocol/headers/header.ts'
import { isActive, type Network } from '../../../../protocol/networks/network.ts'

/**
 * The whole header, with the items of the merged-mining proof after the Bitcoin header only before RSKIP92. For header
 * versions above 0 (RSKIP351) the hash of this RLP is not the block's hash.
 */
export function rawHeader(header: BlockHeader, network: Network): string {
  const items = itemsBeforeProof(header)
  if (header.mergedMining) {
    const { header: bitcoinHeader, merkleProof, coinbase } = header.mergedMining
    items.push(bitcoinHeader)
    if (!isActive(network, 'rskip92', header.number)) items.push(merkleProof, coinbase)
  }
  return toHex(encodeRlp(items))
}
