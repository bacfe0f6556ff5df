import { encodePartialMerkleTree, partialMerkleTree } from '../../../../bitcoin/blocks/merkleTree.ts'
import { concatBytes, reversedBytes } from '../../../../primitives/bytes.ts'
import { toHexDigits } from '../../../../primitives/hex.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import { hashOf } from '../arguments.ts'
import type { BitcoinMethod } from '../method.ts'

export const gettxoutproof: BitcoinMethod = {
  name: 'gettxoutproof',
  summary: 'Returns the proof that a block holds transactions: its header and a partial merkle tree.',
  parameters: [
    { name: 'txids', types: ['array'] },
    { name: 'blockhash', types: ['string'], isOptional: true },
  ],
  run(given, { bitcoin }) {
    const keys = new Set(given.list('txids').map((id) => hashOf(id, 'txid')))
    if (keys.size === 0) throw bitcoinError('invalidParameter', "Parameter 'txids' cannot be empty")
    if (keys.size < given.list('txids').length) {
      throw bitcoinError('invalidParameter', 'Invalid parameter, duplicated txid')
    }
    const named = given.get('blockhash') === undefined ? undefined : bitcoin.blockOf(given.hash('blockhash'))
    const [first] = keys
    const block = named ?? bitcoin.chain.placeOf(first!)
    if (!block) throw bitcoinError('invalidAddressOrKey', 'Transaction not yet in block')
    const matches = new Set(block.transactions.flatMap(({ key }, at) => (keys.has(key) ? [at] : [])))
    if (matches.size < keys.size) {
      throw bitcoinError('invalidAddressOrKey', 'Not all transactions found in specified or retrieved block')
    }
    const ids = block.transactions.map(({ id }) => reversedBytes(id))
    return toHexDigits(
      concatBytes(block.header.bytes, encodePartialMerkleTree(partialMerkleTree(ids, matches))),
    )
  },
}
