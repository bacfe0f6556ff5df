import { expect, it, onTestFinished, vi } from 'vitest'
import { cow, openWorld, type RpcWorld } from '../../src/answering/rpcWorld.cases.ts'
import { toHex } from '../../src/primitives/hex.ts'

const receiver = `0x${'12'.repeat(20)}`

async function pay(world: RpcWorld, count: number): Promise<void> {
  for (let paid = 0; paid < count; paid++) {
    await world.result('eth_sendTransaction', { from: cow, to: receiver, value: '0x1', gas: '0x5208' })
  }
}

/** What a call reads: numbers of blocks from the index of participants, blocks, and executed gas. */
async function workOf(world: RpcWorld, method: string, ...params: Parameters<RpcWorld['result']>[1][]) {
  const { chain } = world.node
  const work = { numbers: 0, blocks: 0 }
  const search = chain.blocksWithParticipants.bind(chain)
  vi.spyOn(chain, 'blocksWithParticipants').mockImplementation(function* (query) {
    for (const number of search(query)) {
      work.numbers++
      yield number
    }
  })
  const select = vi.spyOn(chain, 'select')
  const answer = await world.result(method, ...params)
  work.blocks = select.mock.calls.length
  vi.restoreAllMocks()
  return { work, answer }
}

it('the newest page of a busy account takes the same work however long its history is', async () => {
  const world = await openWorld({ readers: null })
  onTestFinished(() => void vi.restoreAllMocks())
  await pay(world, 80)
  const newest = () => workOf(world, 'ots_searchTransactionsBefore', receiver, 0, 25)
  const traced = () =>
    workOf(world, 'trace_filter', {
      fromBlock: `0x${(world.node.chain.head.number - 24).toString(16)}`,
      toAddress: receiver,
    })
  const before = [await newest(), await traced()]
  await pay(world, 400)
  const after = [await newest(), await traced()]
  expect(after.map(({ work }) => work)).toEqual(before.map(({ work }) => work))
  const { hash } = world.node.chain.head.transactions[0]!
  expect(after[0]!.answer).toMatchObject({ txs: { length: 25, 0: { hash: toHex(hash) } } })
  expect(after[1]!.answer).toHaveLength(25)
})

it('a page of traces begins where the page before ended, also after a reorganisation', async () => {
  const world = await openWorld({ readers: null })
  onTestFinished(() => void vi.restoreAllMocks())
  await pay(world, 30)
  const { chain } = world.node
  const pageAt = async (after: number) => {
    const { work, answer } = await workOf(world, 'trace_filter', { toAddress: receiver, after, count: 7 })
    const numbers = (answer as { readonly blockNumber: number }[]).map(({ blockNumber }) => blockNumber)
    return { blocks: work.numbers, numbers }
  }
  const numbersFrom = (first: number) => Array.from({ length: 7 }, (_, index) => first + index)
  for (const after of [0, 7, 14]) {
    const page = await pageAt(after)
    expect(page.numbers).toEqual(numbersFrom(after + 1))
    expect(page.blocks).toBeLessThan(10)
  }
  chain.rewind(chain.select(18)!.hash)
  await world.result('evm_increaseTime', 100)
  await pay(world, 12)
  const again = await pageAt(21)
  expect(again.numbers).toEqual(numbersFrom(22))
  expect(again.blocks).toBeGreaterThan(20)
})
