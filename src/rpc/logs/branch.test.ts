import { expect, it } from 'vitest'
import { openWorld } from '../../answering/rpcWorld.cases.ts'
import { branchDownFrom } from './branch.ts'

it('a branch is listed from its newest block down', async () => {
  const { node } = await openWorld()
  for (let block = 0; block < 3; block++) node.local?.mine()
  const { chain } = node
  expect(branchDownFrom(chain.head.hash, chain).map(({ number }) => number)).toEqual([3, 2, 1, 0])
})
