import type { Chain } from '../../../chain/chain.ts'
import { asAddress, equalBytes } from '../../../primitives/bytes.ts'
import { decodeAccount } from '../../../protocol/account.ts'
import { remascAddress } from '../../../protocol/addresses.ts'
import type { State } from '../../../state/state.ts'
import { type AccountKey, codeKey, storageCellOf, storageRootKey } from '../../../trie/keys.ts'
import type { Trie } from '../../../trie/trie.ts'
import { takeHistory } from './history.ts'
import type { DumpedAccount, StateDump } from './stateDump.ts'

const spreadLength = 10
/** The key of an account with an address of 20 bytes. */
const accountKeyLength = 1 + spreadLength + 20

/** The state after the best block, and the blocks. REMASC is apart: its account follows the height of the chain. */
export function takeState(chain: Chain): StateDump {
  const { number, header } = chain.head
  const trie = chain.wholeState(number)!
  const all = [...accountsIn(trie)]
  const isRemasc = ({ address }: DumpedAccount): boolean => equalBytes(address, remascAddress)
  const blocks = takeHistory(chain)
  return {
    chainId: chain.network.chainId,
    block: { number, timestamp: header.timestamp },
    accounts: all.filter((account) => !isRemasc(account)),
    history: blocks && { blocks, remasc: all.find(isRemasc) },
  }
}

function* accountsIn(trie: Trie): Generator<DumpedAccount, void, undefined> {
  for (const [key, value] of trie.entries()) {
    if (key.length !== accountKeyLength) continue
    const address = asAddress(key.slice(1 + spreadLength))
    const account = key as AccountKey
    const { nonce, balance } = decodeAccount(value)
    yield {
      address,
      nonce,
      balance,
      isContract: trie.has(storageRootKey(account)),
      code: trie.get(codeKey(account)),
      storage: [...cellsOf(trie, account)],
    }
  }
}

function* cellsOf(trie: Trie, account: AccountKey): Generator<DumpedAccount['storage'][number]> {
  const root = storageRootKey(account)
  for (const [key, value] of trie.entries(root)) {
    if (key.length > root.length) yield { cell: storageCellOf(account, key), value }
  }
}

/** Gives each account its content; other accounts stay as they are. */
export function applyAccounts(state: State, accounts: readonly DumpedAccount[]): void {
  for (const { address, nonce, balance, isContract, code, storage } of accounts) {
    state.deleteAccount(address)
    state.setNonce(address, nonce)
    state.addBalance(address, balance)
    if (code !== undefined) state.saveCode(address, code)
    if (isContract) state.markContract(address)
    for (const { cell, value } of storage) state.setStorage(address, cell, value)
  }
}
