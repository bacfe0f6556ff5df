import { BitcoinHeader, bitcoinHeaderLength } from '../../../../bitcoin/blocks/header.ts'
import {
  decodePartialMerkleTree,
  readPartialMerkleTree,
} from '../../../../bitcoin/blocks/partialMerkleTree.ts'
import { equalBytes, reversedBytes } from '../../../../primitives/bytes.ts'
import { toHexDigits } from '../../../../primitives/hex.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import type { BitcoinMethod } from '../method.ts'

export const verifytxoutproof: BitcoinMethod = {
  name: 'verifytxoutproof',
  summary: 'Returns the ids that a proof commits to; an empty list if the proof is invalid.',
  parameters: [{ name: 'proof', types: ['string'] }],
  run(given, { bitcoin }) {
    const proof = given.hex('proof', 'deserialization', 'Block decode failed')
    if (proof.length < bitcoinHeaderLength) throw bitcoinError('deserialization', 'Block decode failed')
    const header = new BitcoinHeader(proof.subarray(0, bitcoinHeaderLength))
    const tree = decodePartialMerkleTree(proof.subarray(bitcoinHeaderLength))
    if (!tree) throw bitcoinError('deserialization', 'Block decode failed')
    const read = readPartialMerkleTree(tree)
    if (!read || !equalBytes(reversedBytes(read.root), header.merkleRoot)) return []
    const block = bitcoin.chain.find(toHexDigits(header.hash))
    if (!block || !bitcoin.chain.isOnBestChain(block)) {
      throw bitcoinError('invalidAddressOrKey', 'Block not found in chain')
    }
    if (block.transactions.length !== tree.transactionCount) return []
    return read.matched.map((id) => toHexDigits(reversedBytes(id)))
  },
}
