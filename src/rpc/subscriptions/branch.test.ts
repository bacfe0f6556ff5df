import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { Deadline } from '../budget/deadline.ts'
import { WorkMeter } from '../budget/workMeter.ts'
import { RpcError } from '../errors/errors.ts'
import { openWorld } from '../rpcWorld.cases.ts'
import { branchDownFrom, branchPart, expectNear, meetingOf } from './branch.ts'

const budget = { deadline: new Deadline(60_000, Date.now), work: new WorkMeter() }

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
  it('meets another one at the newest block that both have', async () => {
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

  it('is told from any of its blocks on, also when it has left the chain', async () => {
    const { chain, left } = await openBranches()
    const part = branchPart(left, 4, undefined, chain, budget)
    expect(part?.next).toBe(6)
    expect(part?.payloads.map((head) => JSON.parse(head).number)).toEqual(['0x4', '0x5'])
    const unknown = { number: 9, hash: asHash(new Uint8Array(32)) }
    expect(branchPart(unknown, 4, undefined, chain, budget)).toBeUndefined()
    expect(branchDownFrom(unknown.hash, chain)).toEqual([])
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
