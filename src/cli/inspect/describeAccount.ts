import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Address } from '../../primitives/bytes.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { accountKey, storageRootKey, storageSubtreeStart } from '../../trie/keys.ts'
import { subtreeHash } from '../../trie/proof.ts'
import { Amount, type Description } from './description.ts'

/** An account in the state after a block. */
export function describeAccount(address: Address, block: StoredBlock, chain: Chain): Description {
  const state = chain.stateAt(block.hash)!
  const key = accountKey(address)
  return {
    address,
    blockNumber: block.number,
    blockHash: block.hash,
    exists: state.exists(address),
    balance: new Amount(state.balance(address)),
    nonce: state.nonce(address),
    contract: state.isContract(address),
    codeSize: state.code(address)?.bytes.length ?? 0,
    codeHash: state.codeHash(address, rulesAt(chain.network, block.number)),
    // The state is unchanged, so `commit` returns the stored trie; storage is a subtree of it.
    storageRoot: subtreeHash(state.commit(), storageRootKey(key), storageSubtreeStart(key)),
  }
}
