/** No block may have a lower gas limit. */
export const minimumGasLimit = 3_000_000n

const boundDivisor = 1024n

/** The range a block's gas limit may lie in, both ends included. */
export function gasLimitBounds(parentGasLimit: bigint): { lowest: bigint; highest: bigint } {
  return {
    lowest: (parentGasLimit * (boundDivisor - 1n)) / boundDivisor,
    highest: (parentGasLimit * (boundDivisor + 1n)) / boundDivisor,
  }
}

/** The gas limit a miner chooses to walk from its parent's toward a target in the largest allowed steps. */
export function gasLimitToward(target: bigint, parentGasLimit: bigint): bigint {
  const step = parentGasLimit / boundDivisor
  if (target > parentGasLimit) return target < parentGasLimit + step ? target : parentGasLimit + step
  const lowered = target > parentGasLimit - step ? target : parentGasLimit - step
  return lowered > minimumGasLimit ? lowered : minimumGasLimit
}
