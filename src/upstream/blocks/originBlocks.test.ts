import { describe, expect, it } from 'vitest'
import { genesisBlock } from '../../protocol/genesis.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { MissingValues } from '../fetching/missingValues.ts'
import { OriginBlocks } from './originBlocks.ts'

describe('OriginBlocks', () => {
  it('keeps the hashes of the newest 4096 numbers in memory', () => {
    const asked: unknown[] = []
    const missing = new MissingValues({
      shown: 'the endpoint',
      ask: () => Promise.reject(new Error('not asked')),
      askAndWait(calls) {
        asked.push(...calls.flatMap(({ params }) => params[0]))
        throw new Error('no answer')
      },
    })
    const cache = { get: () => undefined, put() {}, close() {} }
    const blocks = new OriginBlocks({
      network: regtest,
      cache,
      missing,
      lastNumber: 5_000,
      checksWork: false,
      onBlock() {},
    })
    const { header, ...rest } = genesisBlock(regtest)
    for (let number = 1; number <= 5_000; number++)
      blocks.keep({ block: { ...rest, header: { ...header, number } }, totalDifficulty: 1n })
    expect(blocks.hashAt(5_000)).toEqual(header.hash)
    expect(asked).toEqual([])
    expect(() => blocks.hashAt(1)).toThrow('no answer')
    expect(asked).toContain('0x1')
  })
})
