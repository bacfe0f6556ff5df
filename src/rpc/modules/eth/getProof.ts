import type { Address } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import { toBigInt, wordBytes } from '../../../primitives/integers.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { encodeRlp } from '../../../primitives/rlp/encode.ts'
import { rulesAt } from '../../../protocol/networks/rules.ts'
import { accountKey, storageCellKey, storageRootKey, storageSubtreeStart } from '../../../trie/keys.ts'
import { prove, subtreeHash } from '../../../trie/proof.ts'
import type { Trie } from '../../../trie/trie.ts'
import { prices } from '../../budget/workPrices.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { expectBlock, stateAfter } from '../../node/selection.ts'
import { address } from '../../params/address.ts'
import { latestBlock, minedBlockReference } from '../../params/blockReference.ts'
import { optional, required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { listOf } from '../../params/text.ts'

const maximumKeys = 1_024
const proofSchema = schema.arrayOf(schema.data)

/** Each element is the RLP string of one serialized trie node, root first. */
const proofShape = (messages: readonly Uint8Array[]): string[] =>
  messages.map((message) => toHex(encodeRlp(message)))

function storageProof(trie: Trie, account: Address, position: bigint) {
  const key = accountKey(account)
  const cellKey = storageCellKey(key, wordBytes(position))
  return {
    key: toQuantity(position),
    value: toQuantity(toBigInt(trie.get(cellKey) ?? new Uint8Array(0))),
    proof: proofShape(prove(trie, cellKey, storageSubtreeStart(key))),
  }
}

export const ethGetProof = defineRead({
  name: 'eth_getProof',
  summary: 'An account and cells of its storage, with proofs against the block’s state root.',
  params: [
    required('address', address),
    required('storageKeys', listOf(quantity, 'storage keys', maximumKeys)),
    optional('block', minedBlockReference, latestBlock),
  ],
  result: schema.objectOf({
    address: schema.address,
    balance: schema.quantity,
    codeHash: schema.hash,
    nonce: schema.quantity,
    storageHash: schema.hash,
    accountProof: proofSchema,
    storageProof: schema.arrayOf(
      schema.objectOf({ key: schema.quantity, value: schema.quantity, proof: proofSchema }),
    ),
  }),
  cost: 20,
  upstream: 'trusted',
  handler([account, positions, reference], { node, work }) {
    work.add((1 + positions.length) * prices.proof)
    const block = expectBlock(reference, node)
    const state = stateAfter(block, node)
    const balance = state.balance(account)
    const codeHash = state.codeHash(account, rulesAt(node.network, block.number))
    const nonce = state.nonce(account)
    const trie = state.commit()
    const key = accountKey(account)
    return {
      address: toHex(account),
      balance: toQuantity(balance > 0n ? balance : 0n),
      codeHash: toHex(codeHash),
      nonce: toQuantity(nonce),
      storageHash: toHex(subtreeHash(trie, storageRootKey(key), storageSubtreeStart(key))),
      accountProof: proofShape(prove(trie, key)),
      storageProof: positions.map((position) => storageProof(trie, account, position)),
    }
  },
})
