import { describe, expect, it } from 'vitest'
import { nextDifficulty } from '../../src/protocol/difficulty.ts'
import { mainnet, testnet } from '../../src/protocol/networks/definitions.ts'
import type { Network } from '../../src/protocol/networks/network.ts'
import { sharedVectors } from '../support/sharedVectors.ts'

interface DifficultyCase {
  readonly parentTimestamp: string
  readonly parentDifficulty: string
  readonly currentTimestamp: string
  readonly currentBlockNumber: string
  readonly currentDifficulty: string
}

/** Each file tests one formula at any height, so the activation heights of the rules are changed. */
const withRule = (network: Network, changes: Partial<Network['activations']>): Network => ({
  ...network,
  activations: { ...network.activations, ...changes },
})

const files: readonly [path: string, network: Network][] = [
  ['difficulty.json', withRule(mainnet, { rskip156: 0 })],
  ['difficultyBeforeRSKIP156.json', withRule(mainnet, { rskip156: -1 })],
  ['difficulty1.json', withRule(testnet, { rskip156: 0, rskip290: 0 })],
]

for (const [path, network] of files) {
  const cases = sharedVectors<Record<string, DifficultyCase>>(path)

  describe.skipIf(!cases)(`the difficulties of ${path}`, () => {
    it.each(Object.entries(cases ?? {}))('%s', (_name, expected) => {
      const elapsed = Number(BigInt(expected.currentTimestamp) - BigInt(expected.parentTimestamp))
      const block = { number: Number(expected.currentBlockNumber), uncleCount: 0 }
      expect(nextDifficulty(network, block, elapsed, BigInt(expected.parentDifficulty))).toBe(
        BigInt(expected.currentDifficulty),
      )
    })
  })
}
