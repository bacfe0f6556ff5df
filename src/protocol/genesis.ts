import { emptyListHash, emptyTrieRoot } from '../crypto/keccak256.ts'
import { asHash, stripLeadingZeros } from '../primitives/bytes.ts'
import { toBigInt } from '../primitives/integers.ts'
import { accountKey, codeKey, storageCellKey, storageRootKey, storageRootMarker } from '../trie/keys.ts'
import { Trie } from '../trie/trie.ts'
import { emptyAccount, encodeAccount } from './account.ts'
import type { Block } from './block.ts'
import { emptyBloom } from './bloom.ts'
import { sealHeader } from './headers/hashes.ts'
import { type Allocation, isActivating, type Network } from './networks/network.ts'
import { precompileAccountsOf } from './precompileAccounts.ts'

/** The genesis files write each of the three Bitcoin fields as one zero byte, which is therefore hashed. */
const placeholder = new Uint8Array([0])

/** The state of a network's first block. */
export function genesisState(network: Network): Trie {
  let state = Trie.empty()
  for (const allocation of network.genesis.allocations) state = withAccount(state, allocation)
  // Only networks that start with the Unitrie have accounts of precompiled contracts in the genesis.
  if (!isActivating(network, 'rskip126', 0)) return state
  for (const { address } of precompileAccountsOf(network, 0)) {
    const key = accountKey(address)
    if (!state.has(key)) state = state.put(key, encodeAccount(emptyAccount))
    state = state.put(storageRootKey(key), storageRootMarker)
  }
  return state
}

function withAccount(state: Trie, { address, balance, nonce = 0n, code, storage = [] }: Allocation): Trie {
  const key = accountKey(address)
  let result = state.put(key, encodeAccount({ nonce, balance }))
  if (code === undefined) return result
  result = result.put(storageRootKey(key), storageRootMarker).put(codeKey(key), code)
  for (const { cell, value } of storage) {
    const content = stripLeadingZeros(value)
    if (content.length > 0) result = result.put(storageCellKey(key, cell), content)
  }
  return result
}

/** A network's first block; `state` is its `genesisState`. */
export function genesisBlock(network: Network, state: Trie = genesisState(network)): Block {
  const { genesis } = network
  const header = sealHeader(
    {
      version: 0,
      parentHash: asHash(new Uint8Array(32)),
      unclesHash: emptyListHash,
      coinbase: genesis.coinbase,
      stateRoot: genesis.stateRoot ? asHash(genesis.stateRoot) : state.hash(),
      transactionsRoot: emptyTrieRoot,
      receiptsRoot: emptyTrieRoot,
      logsBloom: emptyBloom,
      difficulty: toBigInt(genesis.difficulty),
      rawDifficulty: genesis.difficulty,
      number: 0,
      gasLimit: stripLeadingZeros(genesis.gasLimit),
      gasUsed: 0,
      timestamp: genesis.timestamp,
      extraData: genesis.extraData,
      paidFees: 0n,
      minimumGasPrice: genesis.minimumGasPrice,
      uncleCount: 0,
      ummRoot: null,
      edges: null,
      baseEvent: null,
      mergedMining: { header: placeholder, merkleProof: placeholder, coinbase: placeholder },
    },
    network,
  )
  return { header, transactions: [], uncles: [] }
}
