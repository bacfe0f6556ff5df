/*
 * The virtual gas of a transaction: its gas limit times factors for everything that makes it likely that the network
 * relays it without a block ever including it.
 */

export interface VirtualGasFacts {
  readonly gasLimit: number
  readonly gasPrice: bigint
  readonly size: number
  readonly nonce: bigint
  /** The nonce of the sender's next pending transaction. */
  readonly pendingNonce: bigint
  /** The price of the transaction that it replaces. */
  readonly replacedGasPrice: bigint | undefined
  readonly blockGasLimit: number
  readonly minimumGasPrice: bigint
  /** The price that transactions pay while they compete for room; undefined while blocks have room. */
  readonly averageGasPrice: bigint | undefined
}

const sizeUnit = 25_000

export function virtualGas(facts: VirtualGasFacts): number {
  const { gasLimit, size, nonce, pendingNonce, blockGasLimit } = facts
  const nonceFactor = nonce === pendingNonce ? 1 : 2
  const newAccountFactor = 1 + 4 / (Number(pendingNonce) + 1)
  const sizeFactor = 1 + size / sizeUnit
  const gasLimitFactor = 1 + (4 * gasLimit) / blockGasLimit
  return (
    gasLimit *
    nonceFactor *
    lowPriceFactor(facts) *
    newAccountFactor *
    sizeFactor *
    replacementFactor(facts) *
    gasLimitFactor
  )
}

function lowPriceFactor({ gasPrice, minimumGasPrice, averageGasPrice }: VirtualGasFacts): number {
  if (averageGasPrice === undefined || gasPrice >= averageGasPrice) return 1
  return 1 + (3 * Number(averageGasPrice - gasPrice)) / Number(averageGasPrice - minimumGasPrice)
}

/** A replacement's gas price is above zero, because it exceeds the replaced one. */
const replacementFactor = ({ gasPrice, replacedGasPrice }: VirtualGasFacts): number =>
  replacedGasPrice === undefined ? 1 : 1 + Number(replacedGasPrice) / Number(gasPrice)
