/** The lowest gas limit that a block may have. */
export const minimumGasLimit = 3_000_000n

/** A gas limit differs from its parent's by at most this part. */
const boundDivisor = 1024n

/** The range of a block's gas limit, both ends included. */
export function gasLimitBounds(parentGasLimit: bigint): { lowest: bigint; highest: bigint } {
  return {
    lowest: (parentGasLimit * (boundDivisor - 1n)) / boundDivisor,
    highest: (parentGasLimit * (boundDivisor + 1n)) / boundDivisor,
  }
}

/** The gas limit of a miner that moves toward a target in the largest steps. */
export function gasLimitToward(target: bigint, parentGasLimit: bigint): bigint {
  const step = parentGasLimit / boundDivisor
  if (target > parentGasLimit) return target < parentGasLimit + step ? target : parentGasLimit + step
  const lowered = target > parentGasLimit - step ? target : parentGasLimit - step
  return lowered > minimumGasLimit ? lowered : minimumGasLimit
}
