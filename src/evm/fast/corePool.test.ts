import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { CorePool, compileCore } from './corePool.ts'

describe('the cores', () => {
  it('leave V8 with the flags that it had before the first of them', () => {
    const keptCode = (): Buffer => new Script('(function () { return 1 })').createCachedData()
    const before = keptCode()
    new CorePool(compileCore).acquire()
    expect(keptCode()).toEqual(before)
  })
})
