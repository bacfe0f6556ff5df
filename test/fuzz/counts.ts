import { bridgeMethods } from '../../src/bridge/bridgeMethods.ts'
import { commitFederationEvent } from '../../src/bridge/events/federationEvents.ts'
import { peginBtc, rejectedPegin } from '../../src/bridge/events/peginEvents.ts'
import { batchPegoutCreated, pegoutConfirmed, releaseBtcEvent } from '../../src/bridge/events/pegoutEvents.ts'
import type { StoredBlock } from '../../src/chain/storage/storedBlock.ts'
import { equalBytes } from '../../src/primitives/bytes.ts'
import { bridgeAddress } from '../../src/protocol/addresses.ts'
import type { Receipt } from '../../src/protocol/receipts.ts'
import type { Transaction } from '../../src/protocol/transactions/transaction.ts'

const events = [
  ['peg-ins', peginBtc],
  ['rejected peg-ins', rejectedPegin],
  ['peg-out batches', batchPegoutCreated],
  ['confirmed peg-outs', pegoutConfirmed],
  ['released peg-outs', releaseBtcEvent],
  ['committed federations', commitFederationEvent],
] as const

/** How often things have happened, by their names. */
export class Counts {
  readonly #counts = new Map<string, number>()

  add(name: string, count = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count)
  }

  addAll(other: Counts): void {
    for (const [name, count] of other.#counts) this.add(name, count)
  }

  /** Counts what is in a block. */
  addBlock({ transactions, receipts }: StoredBlock): void {
    this.add('blocks')
    for (const [index, transaction] of transactions.slice(0, -1).entries())
      this.#addTransaction(transaction, receipts[index]!)
  }

  #addTransaction({ prefix, to, data }: Transaction, { success, logs }: Receipt): void {
    this.add('transactions')
    this.add(`${typeName(prefix)} ${success ? 'succeeded' : 'failed'}`)
    for (const { address, topics } of logs) {
      const event =
        equalBytes(address, bridgeAddress) &&
        events.find(([, { topic }]) => topics[0] && equalBytes(topics[0], topic))
      if (event) this.add(event[0])
    }
    if (!success || to === null || !equalBytes(to, bridgeAddress)) return
    const method = bridgeMethods.find(({ selector }) => equalBytes(selector, data.subarray(0, 4)))
    this.add(method === undefined ? 'payments to the Bridge' : method.signature.replace(/\(.*/, ''))
  }

  toString(): string {
    return [...this.#counts].map(([name, count]) => `${count} ${name}`).join(', ')
  }
}

const typeName = (prefix: Uint8Array): string =>
  prefix.length === 0 ? 'legacy' : prefix.length === 1 ? `type ${prefix[0]}` : 'namespace'
