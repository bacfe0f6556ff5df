import { expect, it, onTestFinished, vi } from 'vitest'
import { cow, openWorld } from '../../../answering/rpcWorld.cases.ts'
import { StoredReceipts } from '../../../chain/storage/storedReceipts.ts'
import { defaultReaderLimits, ReaderPool } from '../../../service/readers/readerPool.ts'

it('a page of transactions of a block reads no logs, and a full block not in the main thread', async () => {
  const readers = new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: () => {} })
  onTestFinished(() => readers.close())
  const world = await openWorld({ readers })
  const log = vi.spyOn(StoredReceipts.prototype, 'log')
  onTestFinished(() => void vi.restoreAllMocks())
  // Emits two empty logs.
  await world.result('eth_sendTransaction', { from: cow, data: '0x60006000a060006000a0' })
  log.mockClear()
  const page = await world.result('ots_getBlockTransactions', 1, 0, 25)
  expect(page).toMatchObject({ receipts: [{ logs: null, logsBloom: null, status: '0x1' }, {}] })
  expect(log).not.toHaveBeenCalled()
  expect(readers.status.startedByMethod).toEqual({})
  // Runs until its gas is used.
  await world.result('eth_sendTransaction', { from: cow, data: '0x5b600056', gas: '0x600000' })
  await world.result('ots_getBlockTransactions', 2, 0, 25)
  expect(readers.status.startedByMethod).toEqual({ ots_getBlockTransactions: 1 })
})
