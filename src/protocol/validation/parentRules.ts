import { nextDifficulty } from '../difficulty.ts'
import { gasLimitBounds, minimumGasPriceBounds } from '../gasBounds.ts'
import { type BlockHeader, gasLimitOf, type HeaderFields } from '../headers/header.ts'
import type { Network } from '../networks/network.ts'
import { type Rejection, reject } from './ruleRejection.ts'

/** The rules between a header and its parent. A block's timestamp may be before its parent's, an uncle's may not. */
export function parentRejection(
  header: HeaderFields,
  parent: BlockHeader,
  network: Network,
): Rejection | undefined {
  const isBounded = network.isDevelopment !== true
  return (
    (isBounded ? minimumGasPriceRejection(header, parent) : undefined) ??
    numberRejection(header, parent) ??
    difficultyRejection(header, parent, network) ??
    (isBounded ? gasLimitRejection(header, parent) : undefined)
  )
}

function minimumGasPriceRejection(header: HeaderFields, parent: BlockHeader): Rejection | undefined {
  const price = header.minimumGasPrice
  if (price === null) return reject('minimum-gas-price-range', 'the header has no minimum gas price')
  const { lowest, highest } = minimumGasPriceBounds(parent.minimumGasPrice ?? 0n)
  if (price >= lowest && price <= highest) return undefined
  return reject('minimum-gas-price-range', `${price} is not between ${lowest} and ${highest}`)
}

function numberRejection(header: HeaderFields, parent: BlockHeader): Rejection | undefined {
  if (header.number === parent.number + 1) return undefined
  return reject('block-number', `${header.number} does not follow ${parent.number}`)
}

function difficultyRejection(
  header: HeaderFields,
  parent: BlockHeader,
  network: Network,
): Rejection | undefined {
  const expected = nextDifficulty(network, header, header.timestamp - parent.timestamp, parent.difficulty)
  if (header.difficulty === expected) return undefined
  return reject('difficulty', `is ${header.difficulty} instead of ${expected}`)
}

function gasLimitRejection(header: HeaderFields, parent: BlockHeader): Rejection | undefined {
  const limit = gasLimitOf(header)
  const { lowest, highest } = gasLimitBounds(gasLimitOf(parent))
  if (limit >= lowest && limit <= highest) return undefined
  return reject('gas-limit-range', `${limit} is not between ${lowest} and ${highest}`)
}
