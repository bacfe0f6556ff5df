import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { toHex } from '../../../primitives/hex.ts'
import { accountKey, storageCellOf, storageRangeStart, storageRootKey } from '../../../trie/keys.ts'
import type { Trie } from '../../../trie/trie.ts'
import { stateBefore } from '../../calls/simulation.ts'
import { cannotList, traceNotFound, unreadable } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { ReadContext } from '../../method/context.ts'
import { defineRead } from '../../method/method.ts'
import { storageWord } from '../../node/storageCell.ts'
import { address } from '../../params/address.ts'
import { data } from '../../params/data.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { countUpTo } from '../../params/quantity.ts'

const maximumCells = 1_024
/** More transactions than any block has. */
const maximumIndex = 0x7fff_ffff
const wordLength = 32

/** The trie before a transaction of a block; after the block for the index that follows the last. */
function trieBefore(block: StoredBlock, position: number, context: ReadContext): Trie {
  const { chain } = context.node
  const { length } = block.transactions
  if (position > length)
    throw unreadable(`the index ${position} is not in the block, which has ${length} transactions`)
  if (position === length || block.number === 0) return chain.trieAt(block.hash)!
  return stateBefore(block, position, context).commit()
}

export const debugStorageRangeAt = defineRead({
  name: 'debug_storageRangeAt',
  summary:
    'Storage cells of a contract before a transaction of a block, in the order of the hashes of their numbers, and the hash at which the next page starts.',
  params: [
    required('blockHash', blockHash),
    required('index', countUpTo(maximumIndex)),
    required('address', address),
    required('start', data),
    required('limit', countUpTo(maximumCells)),
  ],
  result: schema.objectOf({
    storage: schema.mapOf(schema.objectOf({ key: schema.hash, value: schema.hash })),
    nextKey: schema.nullable(schema.hash),
  }),
  cost: 50,
  upstream: 'never',
  isLong: true,
  handler([hash, position, contract, start, limit], context) {
    if (start.length > wordLength) throw unreadable('start has more than 32 bytes')
    const block = context.node.chain.block(hash)
    if (block === undefined) throw traceNotFound(`block ${toHex(hash)} not found`)
    const trie = trieBefore(block, position, context)
    if (!trie.listsAll) throw cannotList()
    const account = accountKey(contract)
    const marker = storageRootKey(account)
    const storage: Record<string, { readonly key: string; readonly value: string }> = {}
    let count = 0
    for (const [key, value] of trie.entries(marker, storageRangeStart(account, start))) {
      // The marker of the contract itself.
      if (key.length === marker.length) continue
      const cell = storageCellOf(account, key)
      const cellHash = toHex(keccak256(cell))
      if (count === limit) return { storage, nextKey: cellHash }
      storage[cellHash] = { key: toHex(cell), value: storageWord(value) }
      count++
    }
    return { storage, nextKey: null }
  },
})
