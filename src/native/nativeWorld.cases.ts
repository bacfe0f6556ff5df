import type { Log } from '../evm/log.ts'
import type { PrecompileCall } from '../evm/precompiles/precompile.ts'
import { type Address, asAddress, asHash, type Hash } from '../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { type Block, unclesHash } from '../protocol/block.ts'
import { sealHeader } from '../protocol/headers/hashes.ts'
import type { BlockHeader, HeaderFields } from '../protocol/headers/header.ts'
import { headerFields } from '../protocol/headers/headerFields.cases.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import type { Network } from '../protocol/networks/network.ts'
import { rulesAt } from '../protocol/networks/rules.ts'
import { CodeCache } from '../state/codeCache.ts'
import { State } from '../state/state.ts'
import { Trie } from '../trie/trie.ts'
import type { ChainReader, ExecutingBlock } from './nativeContext.ts'
import type { RemascContext } from './remasc/processMinersFees.ts'

/* The set-up for tests of native contracts: blocks without transactions and an empty state. */

/** Blocks by hash, possibly of several branches. */
export class ListedBlocks implements ChainReader {
  readonly #blocks = new Map<string, Block>()

  constructor(blocks: Iterable<Block> = []) {
    for (const block of blocks) this.add(block)
  }

  add(block: Block): void {
    this.#blocks.set(toHexDigits(block.header.hash), block)
  }

  block(hash: Hash): Block | undefined {
    return this.#blocks.get(toHexDigits(hash))
  }

  totalDifficulty(hash: Hash): bigint | undefined {
    const block = this.block(hash)
    if (!block) return undefined
    const weight = block.uncles.reduce((sum, uncle) => sum + uncle.difficulty, block.header.difficulty)
    return weight + (this.totalDifficulty(block.header.parentHash) ?? 0n)
  }

  ancestor(descendant: Hash, number: number): Block | undefined {
    let block = this.block(descendant)
    while (block && block.header.number > number) block = this.block(block.header.parentHash)
    return block?.header.number === number ? block : undefined
  }
}

/** A header whose fields depend on its height, except for the overrides. */
export const headerAt = (
  number: number,
  overrides: Partial<HeaderFields> = {},
  network: Network = regtest,
): BlockHeader => sealHeader(headerFields(network, number, overrides), network)

export type BlockOptions = Partial<HeaderFields> & { readonly uncles?: readonly BlockHeader[] }

/** The blocks 0 to `height`; `options` overrides fields of some of them. */
export function listBlocks(
  height: number,
  options: Readonly<Record<number, BlockOptions>> = {},
  network: Network = regtest,
): readonly Block[] {
  const blocks: Block[] = []
  for (let number = 0; number <= height; number++) {
    const { uncles = [], ...overrides } = options[number] ?? {}
    const parentHash = blocks.at(-1)?.header.hash ?? asHash(new Uint8Array(32))
    blocks.push({
      header: headerAt(number, { parentHash, unclesHash: unclesHash(uncles), ...overrides }, network),
      transactions: [],
      uncles,
    })
  }
  return blocks
}

export const emptyState = (): State => new State(Trie.empty(), new CodeCache(0))

/** The accounts of regtest's first federation. */
const firstFederators = [
  '6b045752f4d650a510a353bbf7e52988331e7f5b',
  '85845342b0d5260d516d6da5280a7df9a96d1925',
  '138161cda86b55c0de1bc3a0adef974633c85fbe',
].map((digits) => asAddress(fromHex(digits)))

export interface ContextOptions {
  readonly network?: Network
  readonly state?: State
  readonly isRemasc?: boolean
  readonly minimumGasPrice?: bigint
  /** Accounts that share the federation's part of the fees, regtest's first federation by default. */
  readonly federators?: readonly Address[]
  /** The height whose rules apply, instead of the executing block's. */
  readonly rulesOf?: number
}

/** The context of the block that follows the last of `blocks`. */
export function contextAfter(blocks: readonly Block[], options: ContextOptions = {}): RemascContext {
  const { network = regtest, state = emptyState(), isRemasc = false, minimumGasPrice = 0n } = options
  const parent = blocks.at(-1)!.header
  const block: ExecutingBlock = {
    number: parent.number + 1,
    parentHash: parent.hash,
    coinbase: parent.coinbase,
    timestamp: parent.timestamp,
    difficulty: 1n,
    gasLimit: 6_800_000n,
    minimumGasPrice,
  }
  return {
    network,
    rules: rulesAt(network, options.rulesOf ?? block.number),
    state,
    chain: new ListedBlocks(blocks),
    federatorAccounts: () => options.federators ?? firstFederators,
    block,
    transaction: {
      hash: asHash(new Uint8Array(32)),
      sender: new Uint8Array(1),
      publicKey: undefined,
      isRemasc,
      isLocalCall: false,
      isFreeBridgeTransaction: false,
    },
  }
}

/** The call of a transaction; its logs are appended to `logs`. */
export const transactionCall = (logs: Log[] = [], depth = 0): PrecompileCall => ({
  kind: 'transaction',
  caller: asAddress(new Uint8Array(20)),
  value: 0n,
  depth,
  isStatic: false,
  emit: (log) => logs.push(log),
})
