import { toHex } from '../../../../primitives/hex.ts'
import { unsignedBytes } from '../../../../primitives/integers.ts'
import { encodeRlp } from '../../../../primitives/rlp/encode.ts'
import { coreItems, encodeEdges } from '../../../../protocol/headers/encode.ts'
import type { BlockHeader } from '../../../../protocol/headers/header.ts'
import { isActive, type Network } from '../../../../protocol/networks/network.ts'

/**
 * The whole header but for the proof that follows the Bitcoin header, which it has only before RSKIP92. For
 * header versions above 0 (RSKIP351) its hash is not the block's.
 */
export function rawHeader(header: BlockHeader, network: Network): string {
  const items = coreItems(header, header.logsBloom)
  if (header.version > 0) items.push(unsignedBytes(header.version))
  if (header.edges) items.push(encodeEdges(header.edges))
  if (header.baseEvent) items.push(header.baseEvent)
  if (header.mergedMining) {
    const { header: bitcoinHeader, merkleProof, coinbase } = header.mergedMining
    items.push(bitcoinHeader)
    if (!isActive(network, 'rskip92', header.number)) items.push(merkleProof, coinbase)
  }
  return toHex(encodeRlp(items))
}
