import { opcode } from '../../../bitcoin/scripts/script.ts'
import type { TransactionOutput } from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { isCoinbase } from '../../../bitcoin/transactions/transactionRules.ts'
import { type KnownTransaction, outpointKey } from './knownTransaction.ts'

/** An output that can be spent. */
export interface Coin {
  readonly transactionId: Uint8Array
  readonly outputIndex: number
  readonly output: TransactionOutput
  /** The height of its block. */
  readonly height: number
  readonly isCoinbase: boolean
}

const maximumScriptLength = 10_000

/** Whether no input can ever spend the output; such outputs are not kept. */
export const isUnspendable = (script: Uint8Array): boolean =>
  script[0] === opcode.return || script.length > maximumScriptLength

const coinsOf = ({ transaction, id }: KnownTransaction, height: number): Coin[] =>
  transaction.outputs.map((output, outputIndex) => ({
    transactionId: id,
    outputIndex,
    output,
    height,
    isCoinbase: isCoinbase(transaction),
  }))

/** The unspent outputs of the best chain. */
export class Coins {
  readonly #coins = new Map<string, Coin>()

  get(key: string): Coin | undefined {
    return this.#coins.get(key)
  }

  /** Whether an output of the transaction is unspent. */
  hasOutputOf({ key, transaction }: KnownTransaction): boolean {
    return transaction.outputs.some((_, index) => this.#coins.has(`${key}:${index}`))
  }

  all(): IterableIterator<Coin> {
    return this.#coins.values()
  }

  /** Applies the transactions of a valid block; returns the coins that they spend, which `disconnect` needs. */
  connect(transactions: readonly KnownTransaction[], height: number): readonly Coin[] {
    const spent: Coin[] = []
    for (const known of transactions) {
      if (!isCoinbase(known.transaction)) {
        for (const input of known.transaction.inputs) spent.push(this.#take(outpointKey(input)))
      }
      for (const coin of coinsOf(known, height)) {
        if (!isUnspendable(coin.output.script)) this.#coins.set(outpointKey(coin), coin)
      }
    }
    return spent
  }

  disconnect(transactions: readonly KnownTransaction[], spent: readonly Coin[]): void {
    for (const known of transactions) {
      for (const coin of coinsOf(known, 0)) this.#coins.delete(outpointKey(coin))
    }
    const created = new Set(transactions.map(({ key }) => key))
    for (const coin of spent) {
      const key = outpointKey(coin)
      if (!created.has(key.slice(0, key.indexOf(':')))) this.#coins.set(key, coin)
    }
  }

  #take(key: string): Coin {
    const coin = this.#coins.get(key)
    if (!coin) throw new RangeError(`a block spends the output ${key}, which does not exist`)
    this.#coins.delete(key)
    return coin
  }
}
