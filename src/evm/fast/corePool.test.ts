import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { toBigInt } from '../../primitives/integers.ts'
import { newWorld, returnTop } from '../evmWorld.cases.ts'
import { CorePool, compileCore, sharedCores } from './corePool.ts'
import { runFast } from './fastRun.cases.ts'

/** A module without code. */
const emptyModule = (): WebAssembly.Module =>
  new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))

describe('the cores', () => {
  it('leave V8 with the flags that it had before the first of them', async () => {
    const keptCode = (): Buffer => new Script('(function () { return 1 })').createCachedData()
    const before = keptCode()
    await sharedCores.compileAhead()
    new CorePool(compileCore).acquire()
    expect(keptCode()).toEqual(before)
  })

  it('run code in the module that was compiled ahead', async () => {
    await sharedCores.compileAhead()
    expect(toBigInt(runFast(newWorld(), `42 ${returnTop}`).output)).toBe(42n)
  })

  it('do not compile again what was compiled ahead', async () => {
    const ahead = emptyModule()
    const cores = new CorePool(
      () => {
        throw new Error('compiled again')
      },
      async () => ahead,
    )
    await cores.compileAhead()
    expect(() => cores.acquire()).not.toThrow()
  })
})
