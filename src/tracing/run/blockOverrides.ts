import { signedBytes } from '../../primitives/integers.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { BlockOverrides } from '../request/traceJob.ts'

/** A header with the caller's values. Its hash stays that of the block. */
export function overriddenHeader(header: BlockHeader, overrides: BlockOverrides | undefined): BlockHeader {
  if (overrides === undefined) return header
  const { number, timestamp, coinbase, gasLimit, difficulty } = overrides
  return {
    ...header,
    ...(number !== undefined && { number }),
    ...(timestamp !== undefined && { timestamp }),
    ...(coinbase !== undefined && { coinbase }),
    ...(gasLimit !== undefined && { gasLimit: signedBytes(gasLimit) }),
    ...(difficulty !== undefined && { difficulty }),
  }
}
