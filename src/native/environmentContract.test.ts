import { describe, expect, it } from 'vitest'
import { fromHex } from '../primitives/hex.ts'
import { wordBytes } from '../primitives/integers.ts'
import { environmentContract } from './environmentContract.ts'
import { contextAfter, listBlocks, transactionCall } from './nativeWorld.cases.ts'

const environment = environmentContract(contextAfter(listBlocks(1)))
const getCallStackDepth = fromHex('e8ce2274')

describe('the Environment contract', () => {
  it.each([
    [0, 1n],
    [3, 4n],
  ])('returns for a caller at depth %i a call stack depth of %i', (depth, answer) => {
    expect(environment.gas(getCallStackDepth)).toBe(0)
    expect(environment.run(getCallStackDepth, transactionCall([], depth))).toEqual(wordBytes(answer))
  })
})
