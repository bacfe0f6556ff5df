import type { Chain } from '../../src/chain/chain.ts'
import type { Execution } from '../../src/chain/importing/executor.ts'
import { openChain } from '../../src/chain/openChain.ts'
import { BlockExecution } from '../../src/execution/block/blockExecution.ts'
import type { Block } from '../../src/protocol/block.ts'
import { forkDetectionData } from '../../src/protocol/forkDetection.ts'
import { hasForkDetectionData, sealHeader } from '../../src/protocol/headers/hashes.ts'
import type { HeaderFields } from '../../src/protocol/headers/header.ts'
import { headerFields } from '../../src/protocol/headers/headerFields.cases.ts'
import { mineHeader } from '../../src/protocol/mergedMining/mineHeader.cases.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { receiptsRoot, transactionsRoot } from '../../src/protocol/roots.ts'
import { remascTransaction } from '../../src/protocol/transactions/remasc.ts'
import type { Transaction } from '../../src/protocol/transactions/transaction.ts'
import { CodeCache } from '../../src/state/codeCache.ts'
import type { Store } from '../../src/store/store.ts'

/** Makes consecutive valid blocks of the local chain. */
export class BlockProducer {
  readonly chain: Chain
  readonly #codes = new CodeCache(2 ** 24)
  /** The result of the execution that made the block, which its import reuses. */
  #execution: Execution | undefined

  constructor(store: Store) {
    const executed = (): Execution => this.#execution!
    this.chain = openChain({
      store,
      network: regtest,
      clock: () => 0,
      *execute() {
        yield
        return executed()
      },
    })
  }

  produce(transactions: readonly Transaction[]): Block {
    const block = this.#mined(this.#executed(transactions))
    const { status } = this.chain.import(block)
    if (status !== 'best') throw new Error(`the generated block ${block.header.number} is ${status}`)
    return block
  }

  #executed(listed: readonly Transaction[]): Omit<Block, 'header'> & { fields: HeaderFields } {
    const { chain } = this
    const parent = chain.head.header
    const number = parent.number + 1
    const rules = rulesAt(regtest, number)
    const transactions = [...listed, remascTransaction(number)]
    const draft = headerFields(regtest, number, {
      parentHash: parent.hash,
      transactionsRoot: transactionsRoot(transactions, rules),
      gasLimit: parent.gasLimit,
      timestamp: parent.timestamp + regtest.targetBlockSeconds,
    })
    const block = { header: sealHeader(draft, regtest), transactions, uncles: [] }
    const context = { network: regtest, chain, codes: this.#codes }
    const result = new BlockExecution(block, chain.stateAt('latest')!.commit(), context).complete()
    const { state, receipts, participants, creations } = result
    this.#execution = { status: 'valid', state, receipts, participants, creations }
    const { stateRoot, logsBloom, gasUsed, paidFees } = result
    const roots = { stateRoot, receiptsRoot: receiptsRoot(result.receipts, [], rules) }
    return { transactions, uncles: [], fields: { ...draft, ...roots, logsBloom, gasUsed, paidFees } }
  }

  #mined({ fields, ...body }: Omit<Block, 'header'> & { fields: HeaderFields }): Block {
    const { chain } = this
    const parent = chain.head
    const ancestor = (number: number) => chain.ancestor(parent.hash, number)!.header
    const options = hasForkDetectionData(fields, regtest)
      ? { forkDetectionData: forkDetectionData(parent.header, ancestor) }
      : {}
    return { header: mineHeader(fields, regtest, options), ...body }
  }
}
