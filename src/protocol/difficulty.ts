import { isActive, type Network } from './networks/network.ts'

/** After this time without a block the difficulty falls to the minimum, unless RSKIP97 is active. */
const longPauseSeconds = 600

export function minimumDifficulty(network: Network, height: number): bigint {
  return isActive(network, 'rskip290', height) ? network.newMinimumDifficulty : network.minimumDifficulty
}

/**
 * The difficulty that a block must have. `elapsedSeconds` is its timestamp less its parent's, which may be negative:
 * the rules do not order the two.
 */
export function nextDifficulty(
  network: Network,
  block: { readonly number: number; readonly uncleCount: number },
  elapsedSeconds: number,
  parentDifficulty: bigint,
): bigint {
  if (network.forkDifficulty !== undefined) return network.forkDifficulty
  const minimum = minimumDifficulty(network, block.number)
  if (elapsedSeconds >= longPauseSeconds && !isActive(network, 'rskip97', block.number)) return minimum
  const targetSeconds = (1 + block.uncleCount) * network.targetBlockSeconds
  if (elapsedSeconds < 0 || elapsedSeconds === targetSeconds) return parentDifficulty
  const divisor = isActive(network, 'rskip156', block.number)
    ? network.newDifficultyDivisor
    : network.difficultyDivisor
  const step = parentDifficulty / divisor
  const moved = elapsedSeconds < targetSeconds ? parentDifficulty + step : parentDifficulty - step
  return moved > minimum ? moved : minimum
}
