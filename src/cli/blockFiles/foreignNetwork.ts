import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { genesisBlock } from '../../protocol/genesis.ts'
import { networks } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { readTransaction } from '../../protocol/transactions/decode.ts'

/**
 * The other network that a rejected block belongs to: its parent is that network's genesis block, or a transaction
 * is signed for its chain id. The reason of the rejection alone rarely shows the mistake.
 */
export function foreignNetwork(rlp: Uint8Array, network: Network): Network | undefined {
  const others = Object.values(networks).filter(({ name }) => name !== network.name)
  try {
    const block = RlpReader.list(rlp, 'block')
    const parentHash = block.list('header').bytes('parentHash')
    const byGenesis = others.find((other) => equalBytes(genesisBlock(other).header.hash, parentHash))
    if (byGenesis !== undefined) return byGenesis
    const chainIds = signedChainIds(block.list('transactions'))
    return others.find(({ chainId }) => chainIds.has(chainId))
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

function signedChainIds(transactions: RlpReader): Set<number> {
  const chainIds = new Set<number>()
  while (!transactions.done) chainIds.add(readTransaction(transactions.list('')).chainId)
  return chainIds
}
