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

  it('are of a module that was provided, without compiling another one', () => {
    const pool = new CorePool(() => {
      throw new Error('compiled')
    })
    pool.provide(compileCore())
    expect(pool.acquire().exports.reset).toBeTypeOf('function')
  })
})
