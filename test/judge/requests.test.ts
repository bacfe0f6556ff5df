import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maximumBlocks, objection } from './bounds.ts'
import { ExecutedBlocks } from './executedBlocks.ts'
import type { HeavyWorld } from './heavyChain.ts'
import type { HeavyServer } from './heavyServer.ts'
import type { Tally } from './judgedTurns.ts'

/* The paths of a server that are no calls: those of the dataset, of the admin API and the metrics, as `judge.test.ts` judges calls. */

/** Looks at one request: a reader thread may work in between, and a look may cover several turns. */
const maximumLooks = 30
const lookEveryMs = 2

// What is compiled before the counter begins is not counted.
const counter = new ExecutedBlocks()
const { judgedTurns } = await import('./judgedTurns.ts')
const { openHeavyServer } = await import('./heavyServer.ts')
const { openHeavyWorld, smallChain } = await import('./heavyChain.ts')
const { judgedResources, unjudgedRoutes, worstRequests } = await import('./worstRequests.ts')

let world: HeavyWorld
let server: HeavyServer
beforeAll(async () => {
  world = await openHeavyWorld(smallChain)
  server = await openHeavyServer(world, { keys: 500, callers: 50, hours: 24 })
}, 180_000)
afterAll(async () => {
  counter.end()
  await server.close()
  world.close()
})

async function finished(tally: Tally): Promise<Tally> {
  while (!tally.isOver) await pause(lookEveryMs)
  return tally
}

describe('worst parameters', () => {
  it('stand beside every route of the admin API', () => {
    expect(unjudgedRoutes()).toEqual([])
  })

  it('stand beside every resource of the dataset', async () => {
    const refusal = server.begin({ title: '', httpMethod: 'GET', path: '/data/none' })
    const { beginning } = await finished(refusal)
    const known = /use ([a-z, -]+)/.exec(beginning)?.[1]?.split(', ') ?? []
    expect(known).toContain('stream')
    expect(judgedResources(world.chain)).toEqual(expect.arrayContaining(known))
  })
})

describe('what a server answers beside calls', () => {
  it('leaves the main thread to others', async () => {
    const objected: string[] = []
    for (const request of worstRequests(world.chain)) {
      const { maximum, beginning } = await judgedTurns(
        () => server.begin(request),
        counter,
        (turns) => turns > maximumLooks,
        () => pause(lookEveryMs),
      )
      const isWrong = /^HTTP\/1.1 (401|404|405|5)/.test(beginning)
      const objections = objection('blocks of code in a turn', maximum, maximumBlocks)
      for (const each of isWrong ? [beginning] : objections) objected.push(`${request.title}: ${each}`)
    }
    expect(objected).toEqual([])
  }, 240_000)
})
