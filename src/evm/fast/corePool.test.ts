import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { CorePool, compileCore, compileCoreBeside } from './corePool.ts'

const keptCode = (): Buffer => new Script('(function () { return 1 })').createCachedData()

const unexpected = (): never => {
  throw new Error('the module is compiled twice')
}

describe('the cores', () => {
  it('leave V8 with the flags that it had before the first of them', async () => {
    const before = keptCode()
    new CorePool(compileCore).acquire()
    expect(keptCode()).toEqual(before)
    await compileCoreBeside()
    expect(keptCode()).toEqual(before)
  })

  it('have the module that was compiled on other threads', async () => {
    const pool = new CorePool(unexpected)
    await pool.prepare(compileCoreBeside)
    expect(pool.acquire().exports.run).toBeTypeOf('function')
    await pool.prepare(unexpected)
  })

  it('have the module of a session that began before the other threads were done', async () => {
    const pool = new CorePool(compileCore)
    const prepared = pool.prepare(compileCoreBeside)
    const core = pool.acquire()
    await prepared
    pool.release(core)
    expect(pool.acquire()).toBe(core)
  })

  it('are of a module that was provided, without compiling another one', () => {
    const pool = new CorePool(() => {
      throw new Error('compiled')
    })
    pool.provide(compileCore())
    expect(pool.acquire().exports.reset).toBeTypeOf('function')
  })
})
