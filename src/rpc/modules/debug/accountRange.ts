import { keccak256 } from '../../../crypto/keccak256.ts'
import { toHex, toHexDigits } from '../../../primitives/hex.ts'
import { rulesAt } from '../../../protocol/networks/rules.ts'
import type { State } from '../../../state/state.ts'
import {
  type AccountKey,
  accountRangeStart,
  addressIn,
  behindAccount,
  isAccountKey,
  storageRootKey,
  storageSubtreeStart,
} from '../../../trie/keys.ts'
import { subtreeHash } from '../../../trie/proof.ts'
import type { Trie } from '../../../trie/trie.ts'
import { cannotList, tooManyItems, unreadable } from '../../errors/errors.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { expectBlock, stateAfter } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/blockReference.ts'
import { data } from '../../params/data.ts'
import { optional, required } from '../../params/parameter.ts'
import { countUpTo } from '../../params/quantity.ts'
import { boolean } from '../../params/text.ts'

/** The limit of go-ethereum. */
const maximumAccounts = 256
/** Maximum storage cells of all accounts of an answer together. */
const maximumCells = 10_000
const hashLength = 32

/** Accounts of a trie in key order, without a walk through their storage. */
function* accountsFrom(trie: Trie, start: Uint8Array): Generator<AccountKey, void, undefined> {
  let from = accountRangeStart(start)
  for (let key = firstKey(trie, from); key !== undefined; key = firstKey(trie, from)) {
    if (isAccountKey(key)) {
      yield key
      from = behindAccount(key)
    } else from = Uint8Array.of(...key, 0)
  }
}

/** The first key from a key on. */
function firstKey(trie: Trie, from: Uint8Array): Uint8Array | undefined {
  for (const [key] of trie.entries(undefined, from)) return key
  return undefined
}

/** The storage of accounts, as long as all of it together has at most `maximumCells`. */
function storageReader(state: State): (account: Uint8Array) => Json {
  let count = 0
  return (account) => {
    const cells: [string, string][] = []
    for (const [number, value] of state.storageCells(account)) {
      if (++count > maximumCells) throw tooManyItems('storage cells', maximumCells)
      cells.push([toHex(number), toHexDigits(value)])
    }
    return Object.fromEntries(cells)
  }
}

export const debugAccountRange = defineRead({
  name: 'debug_accountRange',
  summary:
    'Accounts of the state after a block, at most 256, in the order of the hashes of their addresses, and the hash at which the next page starts; with code and storage unless the caller leaves them out.',
  params: [
    required('block', minedBlockReference),
    required('start', data),
    required('limit', countUpTo(maximumAccounts)),
    optional('withoutCode', boolean, false),
    optional('withoutStorage', boolean, false),
    optional('incompletes', boolean, false),
  ],
  result: schema.objectWith({
    root: schema.hash,
    accounts: schema.mapOf(schema.objectWith({ balance: schema.text, nonce: schema.number })),
    next: schema.hash,
  }),
  cost: 100,
  upstream: 'never',
  isLong: true,
  handler([reference, start, limit, withoutCode, withoutStorage], { node }) {
    if (start.length > hashLength) throw unreadable('start has more than 32 bytes')
    const block = expectBlock(reference, node)
    const state = stateAfter(block, node)
    const trie = state.commit()
    if (!trie.listsAll) throw cannotList()
    const root = toHex(trie.hash())
    const rules = rulesAt(node.network, block.number)
    const storageOf = storageReader(state)
    /** The members of an account as go-ethereum names them; amounts are decimal. */
    const shape = (key: AccountKey, address: Uint8Array): Json => {
      const code = withoutCode ? undefined : state.code(address)
      return {
        balance: state.balance(address).toString(),
        nonce: Number(state.nonce(address)),
        root: toHex(subtreeHash(trie, storageRootKey(key), storageSubtreeStart(key))),
        codeHash: toHex(state.codeHash(address, rules)),
        ...(code !== undefined && { code: toHex(code.bytes) }),
        ...(!withoutStorage && { storage: storageOf(address) }),
        address: toHex(address),
        key: toHex(keccak256(address)),
      }
    }
    const accounts: [string, Json][] = []
    for (const key of accountsFrom(trie, start)) {
      const address = addressIn(key)!
      if (accounts.length === limit) {
        return { root, accounts: Object.fromEntries(accounts), next: toHex(keccak256(address)) }
      }
      accounts.push([toHex(address), shape(key, address)])
    }
    return { root, accounts: Object.fromEntries(accounts) }
  },
})
