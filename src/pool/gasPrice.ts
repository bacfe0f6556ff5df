import { toBigInt } from '../primitives/integers.ts'
import { hasRemascForm } from '../protocol/transactions/remasc.ts'
import type { PoolBlock } from './poolChain.ts'

const blockWindow = 50
const transactionWindow = 512
/** The price that a quarter of the window's transactions stay below. */
const percentileIndex = transactionWindow / 4
/** Mean fullness of blocks from which transactions compete for room. */
const competitionFullness = 0.9
const priceBeforeFirstBlock = 20_000_000_000n

export interface GasPriceOptions {
  /** Factor on the minimum gas price that is recommended while blocks have room. */
  readonly minimumMultiplier: number
  /** The same while transactions compete; what others pay may lead higher. */
  readonly competitionMultiplier: number
}

export const defaultGasPriceOptions: GasPriceOptions = { minimumMultiplier: 1.1, competitionMultiplier: 1.1 }

/** Follows the best chain's blocks to tell which gas price will do. */
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
    const gasLimit = Number(toBigInt(header.gasLimit))
    this.#fullness[this.#blocks % blockWindow] = gasLimit === 0 ? 0 : header.gasUsed / gasLimit
    this.#blocks++
    this.#latestMinimum = header.minimumGasPrice ?? 0n
    for (const transaction of transactions) {
      if (!hasRemascForm(transaction)) this.#addPrice(transaction.gasPriceValue)
    }
  }

  /** What transactions pay while they compete for room; undefined when there is room for all. */
  get competitivePrice(): bigint | undefined {
    if (this.#blocks < blockWindow) return undefined
    const mean = this.#fullness.reduce((sum, fullness) => sum + fullness, 0) / blockWindow
    return mean >= competitionFullness ? (this.#percentile ?? this.#latestMinimum) : undefined
  }

  /** The price to recommend on top of a block with this minimum, as 64 bits. */
  recommended(minimumGasPrice: bigint): bigint {
    const competitive = this.competitivePrice
    if (competitive === undefined) return asWord(scaled(minimumGasPrice, this.#options.minimumMultiplier))
    const floor = scaled(minimumGasPrice, this.#options.competitionMultiplier)
    return asWord(competitive > floor ? competitive : floor)
  }

  /** The percentile is of whole windows, so it moves once in 512 transactions. */
  #addPrice(price: bigint): void {
    this.#prices[this.#nextPrice++] = price
    if (this.#nextPrice < transactionWindow) return
    this.#nextPrice = 0
    this.#percentile = this.#prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[percentileIndex]
  }
}

const scaled = (price: bigint, factor: number): bigint => BigInt(Math.floor(Number(price) * factor))

const asWord = (price: bigint): bigint => BigInt.asUintN(64, price)
