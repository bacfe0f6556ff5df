import { describe, expect, it } from 'vitest'
import { cow, openWorld } from '../../answering/rpcWorld.cases.ts'
import { asHash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { WorkMeter } from '../budget/workMeter.ts'
import { RpcError } from '../errors/errors.ts'
import {
  type BranchedChain,
  type BranchPlace,
  branchDownFrom,
  branchPart,
  deliveredLogs,
  expectNear,
  meetingOf,
} from './branch.ts'

/** A first try of this many units. */
function tryOf(units: number): WorkMeter {
  const work = new WorkMeter()
  work.beginTry(units)
  return work
}

const budget = { isOver: () => false, now: Date.now, work: new WorkMeter() }

async function openBranches() {
  const { node } = await openWorld()
  const { chain, local } = node
  const mine = (count: number): void => {
    for (let block = 0; block < count; block++) local?.mine()
  }
  mine(3)
  const fork = chain.head
  mine(2)
  const left = chain.head
  chain.rewind(fork.hash)
  local?.mine(fork.header.timestamp + 1_000)
  mine(3)
  return { chain, fork, left }
}

describe('a branch', () => {
  it('meets another branch at their newest common block', async () => {
    const { chain, fork, left } = await openBranches()
    const branch = branchDownFrom(left.hash, chain)
    expect(branch.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1, 0])
    const hashes = branch.map(({ hash }) => hash)
    expect(meetingOf(hashes, chain.head.hash, chain)).toEqual({ left: 2, number: fork.number })
    const other = branchDownFrom(chain.head.hash, chain).map(({ hash }) => hash)
    expect(meetingOf(other, left.hash, chain)).toEqual({ left: 4, number: fork.number })
    expect(meetingOf(hashes, left.hash, chain)).toEqual({ left: 0, number: 5 })
    expect(meetingOf(hashes.slice(0, 2), chain.head.hash, chain)).toBeUndefined()
  })

  it('is read from any of its blocks on, also when it has left the chain', async () => {
    const { chain, left } = await openBranches()
    const part = branchPart(left, { block: 4, skipped: 0 }, undefined, chain, budget)
    expect(part?.next).toEqual({ block: 6, skipped: 0 })
    expect(part?.payloads.map((head) => JSON.parse(head).number)).toEqual(['0x4', '0x5'])
    const unknown = { number: 9, hash: asHash(new Uint8Array(32)) }
    expect(branchPart(unknown, { block: 4, skipped: 0 }, undefined, chain, budget)).toBeUndefined()
    expect(branchDownFrom(unknown.hash, chain)).toEqual([])
  })

  it('is read in parts, also the logs of one block, each once', async () => {
    const world = await openWorld()
    const { chain } = world.node
    // Emits logs with the topic 1 until 16 Ki gas are left.
    const data = '0x5b600160006000a15a61400010600057'
    for (let block = 0; block < 2; block++) {
      await world.result('eth_sendTransaction', { from: cow, data, gas: '0x4c4b40' })
    }
    const criterion = { addresses: [], topics: [] }
    const told: string[] = []
    let parts = 0
    for (let place: BranchPlace = { block: 1, skipped: 0 }; place.block <= 2; parts++) {
      const part = branchPart(chain.head, place, criterion, chain, budget)
      if (part === undefined) throw new Error('the branch is known')
      expect(part.payloads.join('').length).toBeLessThan(1.1 * (1 << 20))
      told.push(...part.payloads)
      place = part.next
    }
    expect(parts).toBeGreaterThan(2)
    const logs = await world.result('eth_getLogs', { fromBlock: '0x1', toBlock: '0x2' })
    expect(told.map((log) => JSON.parse(log))).toEqual(logs)
  })

  it('is not read by a first try when the logs of its next block may take more work', async () => {
    const world = await openWorld()
    const { chain } = world.node
    await world.result('eth_sendTransaction', {
      from: cow,
      data: '0x5b600160006000a15a61400010600057',
      gas: '0x4c4b40',
    })
    const from = { block: 1, skipped: 0 }
    const criterion = { addresses: [], topics: [] }
    const read: unknown[] = []
    const watched: BranchedChain = {
      block: (hash) => chain.block(hash),
      ancestor: (hash, number) => chain.ancestor(hash, number),
      network: chain.network,
      requireBlock: (number) => chain.requireBlock(number),
      logsOf: (block, wanted) => {
        read.push(block)
        return chain.logsOf(block, wanted)
      },
    }
    const work = tryOf(200)
    expect(() => branchPart(chain.head, from, criterion, watched, { ...budget, work })).toThrow()
    const other = tryOf(200)
    expect(() => deliveredLogs(chain.head.hash, criterion, false, watched, { work: other })).toThrow()
    expect([work.isTryOver, other.isTryOver, read]).toEqual([true, true, []])
    const enough = { ...budget, work: tryOf(10_000) }
    expect(branchPart(chain.head, from, criterion, watched, enough)?.payloads.length).toBeGreaterThan(1)
  })

  it('is too far behind when more blocks have followed than a search for logs covers', async () => {
    const { chain, left, fork } = await openBranches()
    const branch = branchDownFrom(left.hash, chain).map(({ hash }) => hash)
    const long = { ancestor: () => fork }
    const meeting = { left: 2, number: fork.number }
    expectNear(branch, meeting, { number: fork.number + 1_998, hash: left.hash }, long)
    const [from, to] = [fork.number + 1, fork.number + 1_800]
    const problem = refusalOf(() => expectNear(branch, meeting, { number: to + 200, hash: left.hash }, long))
    expect(problem).toMatchObject({
      code: -32012,
      data: {
        fromBlock: `0x${from.toString(16)}`,
        toBlock: `0x${to.toString(16)}`,
        hash: toHex(fork.hash),
        abandoned: branch.slice(0, 2).map(toHex),
      },
    })
  })
})

function refusalOf(run: () => void): RpcError | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof RpcError) return error
    throw error
  }
}
