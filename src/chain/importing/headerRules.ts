import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import {
  extraDataRejection,
  gasLimitMinimumRejection,
  proofOfWorkRejection,
  timestampRejection,
} from '../../protocol/validation/headerRules.ts'
import { parentRejection } from '../../protocol/validation/parentRules.ts'
import type { Rejection } from '../../protocol/validation/rejection.ts'

/**
 * The rules that a header alone can break, for those who want to know whether a block is worth its body: work
 * was done for it, and it may follow its parent. Importing the block checks them again with all others.
 */
export function headerRejection(
  header: BlockHeader,
  parent: BlockHeader,
  network: Network,
  nowSeconds: number,
): Rejection | undefined {
  return parentRejection(header, parent, network) ?? loneHeaderRejection(header, network, nowSeconds)
}

/** Those of them that need no parent. */
export function loneHeaderRejection(
  header: BlockHeader,
  network: Network,
  nowSeconds: number,
): Rejection | undefined {
  return (
    gasLimitMinimumRejection(header) ??
    extraDataRejection(header) ??
    timestampRejection(header, network, nowSeconds) ??
    proofOfWorkRejection(header, network)
  )
}
