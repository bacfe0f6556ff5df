import { JsonRpcProvider } from 'ethers'
import { expect, inject, it } from 'vitest'

it('asks the chain of the global set-up', async () => {
  const provider = new JsonRpcProvider(inject('url'), undefined, { cacheTimeout: -1 })
  expect((await provider.getNetwork()).chainId).toBe(33n)
  provider.destroy()
})
