import { BitcoinHeader, bitcoinHeaderLength } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { type AncestorLookup, forkDetectionData } from '../forkDetection.ts'
import { minimumGasLimit } from '../gasBounds.ts'
import { forkDetectionAncestors, forkDetectionDataOf } from '../headers/hashes.ts'
import { type BlockHeader, gasLimitOf, type HeaderFields } from '../headers/header.ts'
import { proofOfWorkFault } from '../mergedMining/proofOfWork.ts'
import { isActive, type Network } from '../networks/network.ts'
import { type Rejection, reject } from './ruleRejection.ts'

/* The rules of a header, except those that compare it with its parent. */

const maximumExtraDataBytes = 32

export function proofOfWorkRejection(header: HeaderFields, network: Network): Rejection | undefined {
  const fault = proofOfWorkFault(header, network)
  return fault === undefined ? undefined : reject('proof-of-work', fault)
}

/** `nowSeconds` is this node's time. */
export function timestampRejection(
  header: HeaderFields,
  network: Network,
  nowSeconds: number,
): Rejection | undefined {
  if (network.maximumFutureSeconds === 0) return undefined
  const ahead = header.timestamp - nowSeconds
  if (ahead > network.maximumFutureSeconds) return reject('timestamp', `lies ${ahead} seconds in the future`)
  if (!isActive(network, 'rskip179', header.number)) return undefined
  return bitcoinTimestampRejection(header, network)
}

function bitcoinTimestampRejection(header: HeaderFields, network: Network): Rejection | undefined {
  const bitcoinHeader = header.mergedMining?.header
  if (bitcoinHeader?.length !== bitcoinHeaderLength)
    return reject('bitcoin-timestamp', 'there is no Bitcoin header')
  const limit = isActive(network, 'rskip297', header.number)
    ? network.newMaximumBitcoinTimeDistance
    : network.maximumBitcoinTimeDistance
  const distance = Math.abs(new BitcoinHeader(bitcoinHeader).time - header.timestamp)
  if (distance < limit) return undefined
  return reject('bitcoin-timestamp', `is ${distance} seconds from the block's, ${limit} or more`)
}

export function gasLimitMinimumRejection(header: HeaderFields): Rejection | undefined {
  const limit = gasLimitOf(header)
  return limit >= minimumGasLimit
    ? undefined
    : reject('gas-limit-minimum', `${limit} is below ${minimumGasLimit}`)
}

export function extraDataRejection(header: HeaderFields): Rejection | undefined {
  const { length } = header.extraData
  if (length <= maximumExtraDataBytes) return undefined
  return reject('extra-data-length', `${length} bytes are more than ${maximumExtraDataBytes}`)
}

/** RSKIP110. The first block with the data is not compared: its oldest ancestor, the genesis, has no Bitcoin header. */
export function forkDetectionRejection(
  header: HeaderFields,
  parent: BlockHeader,
  network: Network,
  ancestor: AncestorLookup,
): Rejection | undefined {
  if (!isActive(network, 'rskip110', header.number) || header.number <= forkDetectionAncestors)
    return undefined
  const found = forkDetectionDataOf(header)
  if (found && equalBytes(found, forkDetectionData(parent, ancestor))) return undefined
  return reject('fork-detection-data', found ? 'does not describe the chain' : 'is missing from the coinbase')
}
