import { gasLimitOf } from '../protocol/headers/header.ts'
import { hasRemascForm } from '../protocol/transactions/remasc.ts'
import type { PoolBlock } from './poolChain.ts'

const blockWindow = 50
const transactionWindow = 512
/** A quarter of the window's transactions have a lower price. */
const percentileIndex = transactionWindow / 4
/** Transactions compete for room from this mean fullness of blocks on. */
const competitionFullness = 0.9
const priceBeforeFirstBlock = 20_000_000_000n

export interface GasPriceOptions {
  /** While blocks have room, the recommended price is the minimum times this. */
  readonly minimumMultiplier: number
  /** While transactions compete, the recommended price is at least the minimum times this. */
  readonly competitionMultiplier: number
}

export const defaultGasPriceOptions: GasPriceOptions = { minimumMultiplier: 1.1, competitionMultiplier: 1.1 }

/** Follows the best chain's blocks to recommend a gas price. */
export class GasPriceTracker {
  readonly #options: GasPriceOptions
  readonly #fullness = new Float64Array(blockWindow)
  #blocks = 0
  readonly #prices: bigint[] = []
  #nextPrice = 0
  #percentile: bigint | undefined
  #latestMinimum = priceBeforeFirstBlock

  constructor(options: GasPriceOptions = defaultGasPriceOptions) {
    this.#options = options
  }

  addBlock({ header, transactions }: PoolBlock): void {
    const gasLimit = Number(gasLimitOf(header))
    this.#fullness[this.#blocks % blockWindow] = gasLimit === 0 ? 0 : header.gasUsed / gasLimit
    this.#blocks++
    this.#latestMinimum = header.minimumGasPrice ?? 0n
    for (const transaction of transactions) {
      if (!hasRemascForm(transaction)) this.#addPrice(transaction.gasPriceValue)
    }
  }

  /** The price that transactions pay while they compete for room; undefined while blocks have room. */
  get competitivePrice(): bigint | undefined {
    if (this.#blocks < blockWindow) return undefined
    let sum = 0
    for (let index = 0; index < blockWindow; index++) sum += this.#fullness[index]!
    const mean = sum / blockWindow
    return mean >= competitionFullness ? (this.#percentile ?? this.#latestMinimum) : undefined
  }

  /** The recommended price after a block with this minimum, in 64 bits. */
  recommended(minimumGasPrice: bigint): bigint {
    const competitive = this.competitivePrice
    if (competitive === undefined) return asWord(scaled(minimumGasPrice, this.#options.minimumMultiplier))
    const floor = scaled(minimumGasPrice, this.#options.competitionMultiplier)
    return asWord(competitive > floor ? competitive : floor)
  }

  /** The percentile is computed once for each full window, that is for every 512 transactions. */
  #addPrice(price: bigint): void {
    this.#prices[this.#nextPrice++] = price
    if (this.#nextPrice < transactionWindow) return
    this.#nextPrice = 0
    this.#percentile = this.#prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[percentileIndex]
  }
}

const scaled = (price: bigint, factor: number): bigint => BigInt(Math.floor(Number(price) * factor))

const asWord = (price: bigint): bigint => BigInt.asUintN(64, price)
