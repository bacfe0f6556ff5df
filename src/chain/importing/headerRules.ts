import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import {
  extraDataRejection,
  gasLimitMinimumRejection,
  proofOfWorkRejection,
  timestampRejection,
} from '../../protocol/validation/headerRules.ts'
import { parentRejection } from '../../protocol/validation/parentRules.ts'
import type { Rejection } from '../../protocol/validation/ruleRejection.ts'

/**
 * The rules of a header without its body: its work is done and it may follow its parent. The synchroniser applies them
 * before it requests the body; importing the block applies them again.
 */
export function headerRejection(
  header: BlockHeader,
  parent: BlockHeader,
  network: Network,
  nowSeconds: number,
): Rejection | undefined {
  return parentRejection(header, parent, network) ?? loneHeaderRejection(header, network, nowSeconds)
}

/** The rules of a header for which the parent is not needed. */
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
