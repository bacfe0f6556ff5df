import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { rulesAt } from '../../../protocol/networks/rules.ts'
import { accountKey, storageRootKey, storageSubtreeStart } from '../../../trie/keys.ts'
import { subtreeHash } from '../../../trie/proof.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod, defineRead } from '../../method/method.ts'
import { expectBlock, selectState, stateAfter } from '../../node/selection.ts'
import { address } from '../../params/address.ts'
import { blockReference, latestBlock, minedBlockReference } from '../../params/blockReference.ts'
import { optional, required } from '../../params/parameter.ts'

export const ethGetAccount = defineRead({
  name: 'eth_getAccount',
  summary:
    'An account after a block: balance, nonce, hash of its code and root of its storage; null for one that does not exist.',
  params: [required('address', address), optional('block', minedBlockReference, latestBlock)],
  result: schema.nullable(
    schema.objectOf({
      balance: schema.quantity,
      codeHash: schema.hash,
      nonce: schema.quantity,
      storageRoot: schema.hash,
    }),
  ),
  cost: 5,
  upstream: 'trusted',
  handler([account, reference], { node }) {
    const block = expectBlock(reference, node)
    const state = stateAfter(block, node)
    if (!state.exists(account)) return null
    const balance = state.balance(account)
    const codeHash = state.codeHash(account, rulesAt(node.network, block.number))
    const nonce = state.nonce(account)
    const key = accountKey(account)
    return {
      balance: toQuantity(balance > 0n ? balance : 0n),
      codeHash: toHex(codeHash),
      nonce: toQuantity(nonce),
      storageRoot: toHex(subtreeHash(state.commit(), storageRootKey(key), storageSubtreeStart(key))),
    }
  },
})

export const ethGetAccountInfo = defineMethod({
  name: 'eth_getAccountInfo',
  summary:
    'The balance, the nonce and the code of an account after a block; zero and empty for an unused one.',
  params: [required('address', address), optional('block', blockReference, latestBlock)],
  result: schema.objectOf({ balance: schema.quantity, nonce: schema.quantity, code: schema.data }),
  cost: 4,
  upstream: 'state',
  handler([account, block], { node }) {
    const state = selectState(block, node)
    const balance = state.balance(account)
    const code = state.code(account)
    return {
      balance: toQuantity(balance > 0n ? balance : 0n),
      nonce: toQuantity(state.nonce(account)),
      code: code === undefined ? '0x' : toHex(code.bytes),
    }
  },
})
