import { describe, expect, it } from 'vitest'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { realTable } from '../../primitives/recordings.cases.ts'
import { checkProofOfWork } from './headerRules.ts'
import { mainnetParameters, testnetParameters } from './networkParameters.ts'
import { decodeStoredBlock, encodeStoredBlock } from './storedBlock.ts'

describe.each([
  ['mainnet', mainnetParameters, 248, 499_968],
  ['testnet', testnetParameters, 751, 1_514_016],
])('the checkpoints of %s', (network, parameters, count, lastHeight) => {
  const rows = realTable(`checkpoints-${network}.tsv.gz`).map(([height, time, hash, stored]) => ({
    height: Number(height),
    time: Number(time),
    hash: hash!,
    stored: stored!,
  }))
  const checkpoints = parameters.checkpoints!

  it('are those of the reference node', () => {
    expect(checkpoints.count).toBe(count)
    expect(rows).toHaveLength(count)
    for (const { height, time, hash, stored } of rows) {
      const block = checkpoints.latestAt(time)!
      expect([block.height, block.header.time, toHexDigits(block.header.hash)]).toEqual([height, time, hash])
      expect(toHexDigits(encodeStoredBlock(block, 'short'))).toBe(stored)
    }
  })

  it('apply from their time until the time of the next', () => {
    expect(checkpoints.latestAt(rows[0]!.time - 1)).toBeUndefined()
    for (const [index, { height }] of rows.entries()) {
      const next = rows[index + 1]
      if (next) expect(checkpoints.latestAt(next.time - 1)?.height).toBe(height)
    }
    expect(checkpoints.latestAt(Number.MAX_SAFE_INTEGER)?.height).toBe(lastHeight)
  })

  it('have a valid proof of work, and more work with every interval', () => {
    let { work } = parameters.genesis
    for (const { stored } of rows) {
      const block = decodeStoredBlock(fromHex(stored))
      expect(() => checkProofOfWork(block.header, parameters)).not.toThrow()
      expect(block.work).toBeGreaterThan(work)
      work = block.work
    }
  })
})
