import { keccak256 } from '../crypto/keccak256.ts'
import type { Log } from '../evm/log.ts'
import type { ExecutionRejection } from '../execution/block/blockRejected.ts'
import { asAddress, asciiBytes, asHash, equalBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { encodeRlp } from '../primitives/rlp/encode.ts'
import { RlpReader } from '../primitives/rlp/reader.ts'
import { type Block, unclesHash } from '../protocol/block.ts'
import { logsBloom, unionOfBlooms } from '../protocol/bloom.ts'
import { genesisBlock, genesisState } from '../protocol/genesis.ts'
import type { BlockHeader, HeaderFields } from '../protocol/headers/header.ts'
import { headerFields } from '../protocol/headers/headerFields.cases.ts'
import { type MiningOptions, mineHeader } from '../protocol/mergedMining/mineHeader.cases.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { rulesAt } from '../protocol/networks/rules.ts'
import type { Receipt } from '../protocol/receipts.ts'
import { receiptsRoot, transactionsRoot } from '../protocol/roots.ts'
import { remascSender, remascTransaction } from '../protocol/transactions/remasc.ts'
import { signTransaction } from '../protocol/transactions/sign.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import { CodeCache } from '../state/codeCache.ts'
import { State } from '../state/state.ts'
import { memoryStore } from '../store/memory/memoryStore.ts'
import type { Trie } from '../trie/trie.ts'
import type { Chain } from './chain.ts'
import type { Execution, Executor } from './importing/executor.ts'
import { type OpenChainParts, openChain } from './openChain.ts'

/*
 * Valid blocks of the local chain for an execution that only counts: nonces grow, the miner gets a wei, and a
 * transaction emits the logs that its data lists.
 */

const network = regtest
const rules = rulesAt(network, 1)
const privateKey = keccak256(asciiBytes('cow'))
const receiver = asAddress(new Uint8Array(20).fill(0xaa))

export interface BlockOptions extends Partial<HeaderFields> {
  readonly uncles?: readonly BlockHeader[]
  /** The logs of each transaction. */
  readonly logs?: readonly (readonly Log[])[]
  readonly transactions?: readonly Transaction[]
  readonly mining?: MiningOptions
}

export class BlockFactory {
  readonly genesis: Block
  readonly #states = new Map<string, Trie>()

  constructor() {
    const state = genesisState(network)
    this.genesis = genesisBlock(network, state)
    this.#states.set(toHexDigits(this.genesis.header.hash), state)
  }

  /** The block that follows `parent`; options that break a rule make a block that breaks it. */
  next(parent: Block, options: BlockOptions = {}): Block {
    const { logs = [], uncles = [], transactions: given, mining, ...overrides } = options
    const number = parent.header.number + 1
    const parentState = this.#stateAfter(parent)
    const transactions = given ?? [
      ...logs.map((list, index) => transactionWithLogs(list, parentState.nonce(sender) + BigInt(index))),
      remascTransaction(number),
    ]
    const coinbase = overrides.coinbase ?? receiver
    const { state, receipts } = run({ transactions, number, coinbase }, parentState)
    const fields = headerFields(network, number, {
      parentHash: parent.header.hash,
      unclesHash: unclesHash(uncles),
      coinbase,
      stateRoot: state.hash(),
      transactionsRoot: transactionsRoot(transactions, rules),
      receiptsRoot: receiptsRoot(receipts, transactions, rules),
      logsBloom: bloomOf(receipts),
      gasLimit: parent.header.gasLimit,
      timestamp: parent.header.timestamp + 1,
      minimumGasPrice: parent.header.minimumGasPrice,
      uncleCount: uncles.length,
      ...overrides,
    })
    const block = { header: mineHeader(fields, network, mining), transactions, uncles }
    this.#states.set(toHexDigits(block.header.hash), state)
    return block
  }

  /** A chain in memory with these blocks. */
  chainWith(blocks: readonly Block[], parts: Partial<OpenChainParts> = {}): Chain {
    const chain = openChain({
      store: memoryStore(),
      network,
      clock: () => 0,
      execute: countingExecutor,
      ...parts,
    })
    for (const block of blocks) chain.import(block)
    return chain
  }

  /** A branch of `length` blocks on `parent`, each with a mark that distinguishes it from other branches. */
  branch(parent: Block, length: number, mark: number): Block[] {
    const blocks: Block[] = []
    for (let last = parent; blocks.length < length; last = blocks.at(-1)!) {
      blocks.push(this.next(last, { extraData: Uint8Array.of(mark) }))
    }
    return blocks
  }

  #stateAfter(block: Block): State {
    return new State(this.#states.get(toHexDigits(block.header.hash))!, new CodeCache(0))
  }
}

export const countingExecutor: Executor = function* (block, parentState) {
  yield
  const { header, transactions } = block
  const { state, receipts } = run(
    { transactions, number: header.number, coinbase: header.coinbase },
    new State(parentState, new CodeCache(0)),
  )
  if (!equalBytes(state.hash(), header.stateRoot)) return rejected('state-root')
  if (!equalBytes(receiptsRoot(receipts, transactions, rules), header.receiptsRoot))
    return rejected('receipts-root')
  if (!equalBytes(bloomOf(receipts), header.logsBloom)) return rejected('logs-bloom')
  return { status: 'valid', state, receipts, participants: new Set(), creations: [] }
}

const rejected = (reason: ExecutionRejection['reason']): Execution => ({
  status: 'rejected',
  rejection: { reason, detail: 'it came out different' },
})

const bloomOf = (receipts: readonly Receipt[]): Uint8Array =>
  unionOfBlooms(receipts.map((receipt) => receipt.logsBloom))

interface Counted {
  readonly transactions: readonly Transaction[]
  readonly number: number
  readonly coinbase: Uint8Array
}

function run(
  { transactions, number, coinbase }: Counted,
  state: State,
): { state: Trie; receipts: Receipt[] } {
  const receipts = transactions.map((transaction) => {
    if (transaction.sender) state.setNonce(transaction.sender, transaction.nonceValue + 1n)
    const logs = logsIn(transaction.data)
    return { success: true, cumulativeGasUsed: 0, gasUsed: 0, logsBloom: logsBloom(logs), logs }
  })
  state.setNonce(remascSender, BigInt(number))
  state.addBalance(coinbase, 1n)
  return { state: state.commit(), receipts }
}

function logsIn(data: Uint8Array): Log[] {
  if (data.length === 0) return []
  const logs: Log[] = []
  for (const reader = RlpReader.list(data, 'logs'); !reader.done; ) {
    const log = reader.list('')
    const address = asAddress(log.bytes('address'))
    const topics = log.list('topics')
    const read: Log['topics'][number][] = []
    while (!topics.done) read.push(asHash(topics.bytes('topic')))
    logs.push({ address, topics: read, data: log.bytes('data') })
  }
  return logs
}

function transactionWithLogs(logs: readonly Log[], nonce: bigint): Transaction {
  const fields = {
    nonce: unsignedBytes(nonce),
    gasPrice: 0n,
    gasLimit: unsignedBytes(21_000),
    to: receiver,
    value: 0n,
    data: encodeRlp(logs.map(({ address, topics, data }) => [address, topics, data])),
    chainId: network.chainId,
  }
  return signTransaction(fields, privateKey)
}

const sender = transactionWithLogs([], 0n).sender!
