import {
  type BitcoinTransaction,
  type TransactionOutput,
  unsignedInput,
} from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import type { Coin } from '../chain/coins.ts'
import { type KnownTransaction, knownTransaction, outpointKey } from '../chain/knownTransaction.ts'
import { coinbaseMaturity } from '../chain/regtest.ts'
import { dustThreshold } from '../chain/relayPolicy.ts'
import type { SimulatedChain } from '../chain/simulatedChain.ts'
import { chosenCoins, type SelectableCoin, total, walletFeeRate, withoutFee } from './coinSelection.ts'
import { signTransaction } from './signing.ts'
import { WalletKeys } from './walletKeys.ts'

/** A coin of the wallet. */
export interface WalletCoin extends Coin, SelectableCoin {
  /** Whether a transaction of the wallet created it. */
  readonly isOwnChange: boolean
}

export interface PaymentOptions {
  readonly from?: 'legacy' | 'p2sh-segwit' | undefined
  /** Satoshis for 1000 virtual bytes. */
  readonly feeRate?: bigint | undefined
  /** Whether the receivers pay the fee. */
  readonly subtractsFee?: boolean | undefined
  readonly isReplaceable?: boolean | undefined
}

const replaceableSequence = 0xfffffffd
const finalSequence = 0xfffffffe

/** The wallet beside the simulated chain. */
export class BitcoinWallet {
  readonly keys = new WalletKeys()
  readonly #chain: SimulatedChain

  constructor(chain: SimulatedChain) {
    this.#chain = chain
  }

  /** All coins that no waiting transaction spends, immature ones included. */
  coins(): WalletCoin[] {
    const { coins, mempool, height } = this.#chain
    const found: WalletCoin[] = []
    const add = (coin: Coin, confirmations: number, isOwnChange: boolean): void => {
      const key = this.keys.of(coin.output.script)
      if (!key || mempool.spenderOf(outpointKey(coin)) !== undefined) return
      found.push({ ...coin, kind: key.kind, confirmations, isOwnChange })
    }
    for (const coin of coins.all()) add(coin, height - coin.height + 1, false)
    for (const { transaction, key } of mempool.entries()) {
      const isOwn = this.#isOwn(transaction)
      for (const index of transaction.outputs.keys())
        add(mempool.coin(`${key}:${index}`, height + 1)!, 0, isOwn)
    }
    return found
  }

  /** Coins that a transaction in the next block may spend: confirmed ones and own change. */
  spendable(): WalletCoin[] {
    return this.coins().filter((coin) =>
      coin.confirmations === 0 ? coin.isOwnChange : !coin.isCoinbase || coin.confirmations > coinbaseMaturity,
    )
  }

  balance(): bigint {
    return total(this.spendable())
  }

  /** A signed transaction that pays the outputs. Throws `BitcoinError`. */
  pay(outputs: readonly TransactionOutput[], options: PaymentOptions = {}): KnownTransaction {
    const { feeRate = walletFeeRate, from, subtractsFee = false } = options
    const available = this.spendable().filter(({ kind }) => from === undefined || kind === from)
    const chosen = chosenCoins(outputs, available, feeRate, subtractsFee)
    const inputs = chosen.coins.map((coin) => ({
      ...unsignedInput(coin),
      sequence: options.isReplaceable ? replaceableSequence : finalSequence,
    }))
    const paid = subtractsFee ? withoutFee(outputs, chosen.fee) : outputs
    const change = total(chosen.coins) - total(paid.map((output) => ({ output }))) - chosen.fee
    const unsigned: BitcoinTransaction = { version: 2, inputs, outputs: [...paid], lockTime: 0 }
    const key = change > 0n ? this.keys.create(chosen.coins[0]!.kind) : undefined
    const changeOutput = key && { value: change, script: key.script }
    const isWorthIt = changeOutput !== undefined && change >= dustThreshold(changeOutput)
    const complete = isWorthIt ? { ...unsigned, outputs: [...paid, changeOutput] } : unsigned
    return knownTransaction(
      signTransaction(
        complete,
        chosen.coins.map(({ output }) => output),
        (script) => this.keys.of(script),
      ),
    )
  }

  #isOwn({ inputs }: BitcoinTransaction): boolean {
    const { coins, mempool } = this.#chain
    return inputs.every((input) => {
      const key = outpointKey(input)
      const coin = coins.get(key) ?? mempool.coin(key, 0)
      return coin !== undefined && this.keys.of(coin.output.script) !== undefined
    })
  }
}
