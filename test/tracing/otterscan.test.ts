import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deploying } from './calls.ts'
import { openTracedService, type TracedService } from './tracedService.ts'

/* The requests of the block explorer Otterscan. */

const [cow, cow1] = [
  '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826',
  '0x7986b3df570230288501eea3d890bd66948c9b79',
] as const
const nowhere = `0x${'ab'.repeat(32)}`
const payee = `0x${'12'.repeat(20)}`

/** Pays 3 wei to the payee. */
const paying = `6000600060006000600373${payee.slice(2)}5af15000`
/** Creates a contract from the init code `00`, which deploys nothing, with CREATE. */
const creating = '600160006000f05000'
const reverting = '63deadbeef6000526004601cfd'

interface Receipt {
  readonly contractAddress: string
  readonly blockNumber: string
  readonly blockHash: string
}
interface Page {
  readonly txs: readonly { readonly hash: string; readonly blockNumber: string }[]
  readonly receipts: readonly object[]
  readonly firstPage: boolean
  readonly lastPage: boolean
}

describe('the methods of Otterscan', () => {
  let service: TracedService
  let payer: string
  let payment: string
  let creation: string
  let failure: string

  const receiptOf = (hash: string): Promise<Receipt> => service.result('eth_getTransactionReceipt', hash)
  const send = (transaction: object): Promise<string> =>
    service.result('eth_sendTransaction', { from: cow, gas: '0x30d40', gasPrice: '0x1', ...transaction })
  const deploy = async (code: string): Promise<string> =>
    (await receiptOf(await send({ data: deploying(code) }))).contractAddress

  beforeAll(async () => {
    service = await openTracedService()
    creation = await send({ data: deploying(paying) })
    payer = (await receiptOf(creation)).contractAddress
    payment = await send({ to: payer, value: '0x9' })
    await send({ to: cow1, value: '0x1' })
    failure = await send({ to: await deploy(reverting) })
    await send({ to: payer, value: '0x9' })
  })
  afterAll(async () => {
    expect(service.reported).toEqual([])
    await service.close()
  })

  it('have the level that Otterscan needs, and the header that it requests first', async () => {
    const latest = await service.result<{ number: string }>('eth_getBlockByNumber', 'latest', false)
    expect(await service.result('erigon_getHeaderByNumber', Number(latest.number))).toEqual(latest)
    expect(await service.result('erigon_getHeaderByNumber', '0x7fffff')).toBeNull()
    expect(await service.result('ots_getApiLevel')).toBe(8)
  })

  it('show the calls of a transaction as a list', async () => {
    expect(await service.result('ots_traceTransaction', payment)).toEqual([
      { type: 'CALL', depth: 0, from: cow, to: payer, value: '0x9', input: '0x', output: '0x' },
      { type: 'CALL', depth: 1, from: payer, to: payee, value: '0x3', input: '0x', output: '0x' },
    ])
  })

  it('show payments and creations inside a transaction', async () => {
    expect(await service.result('ots_getInternalOperations', payment)).toEqual([
      { type: 0, from: payer, to: payee, value: '0x3' },
    ])
    const creator = await deploy(creating)
    expect(await service.result('ots_getInternalOperations', await send({ to: creator }))).toEqual([
      { type: 2, from: creator, to: expect.stringMatching(/^0x[0-9a-f]{40}$/), value: '0x0' },
    ])
  })

  it('show the data of a revert', async () => {
    expect(await service.result('ots_getTransactionError', failure)).toBe('0xdeadbeef')
    expect(await service.result('ots_getTransactionError', payment)).toBe('0x')
  })

  it('distinguish contracts from accounts, at any block', async () => {
    expect(await service.result('ots_hasCode', payer, 'latest')).toBe(true)
    expect(await service.result('ots_hasCode', payer, 0)).toBe(false)
    expect(await service.result('ots_hasCode', cow)).toBe(false)
  })

  it('show a block without its transactions, by number and by hash', async () => {
    const { blockNumber, blockHash } = await receiptOf(payment)
    const details = await service.result('ots_getBlockDetails', Number(blockNumber))
    expect(details).toMatchObject({
      block: { hash: blockHash, transactionCount: 2, logsBloom: null },
      issuance: { issuance: '0x0' },
      totalFees: expect.stringMatching(/^0x[1-9a-f]/),
    })
    expect(details).not.toHaveProperty('block.transactions')
    expect(await service.result('ots_getBlockDetailsByHash', blockHash)).toEqual(details)
  })

  it('show pages of a block from its end', async () => {
    const { blockNumber } = await receiptOf(payment)
    const page = (number: number): Promise<unknown> =>
      service.result('ots_getBlockTransactions', Number(blockNumber), number, 1)
    expect(await page(1)).toMatchObject({
      fullblock: { transactionCount: 2, transactions: [{ hash: payment }] },
      receipts: [{ transactionHash: payment, logs: null, logsBloom: null }],
    })
    expect(await page(0)).toMatchObject({ receipts: [{ transactionIndex: '0x1' }] })
    expect(await page(2)).toMatchObject({ fullblock: { transactions: [] }, receipts: [] })
  })

  it('find the transactions of an account in pages, newest first, inner calls included', async () => {
    const pageBefore = (block: number, size: number): Promise<Page> =>
      service.result('ots_searchTransactionsBefore', payee, block, size)
    const pageAfter = (block: number, size: number): Promise<Page> =>
      service.result('ots_searchTransactionsAfter', payee, block, size)
    const all = await pageBefore(0, 25)
    expect(all.txs).toHaveLength(2)
    expect(all.txs[1]!.hash).toBe(payment)
    expect([all.firstPage, all.lastPage]).toEqual([true, true])
    expect(all.receipts[1]).toMatchObject({ transactionHash: payment, timestamp: expect.any(Number) })

    const newest = await pageBefore(0, 1)
    expect(newest).toMatchObject({ txs: [all.txs[0]], firstPage: true, lastPage: false })
    const oldest = await pageBefore(Number(newest.txs[0]!.blockNumber), 1)
    expect(oldest).toMatchObject({ txs: [all.txs[1]], firstPage: false, lastPage: true })

    expect(await pageAfter(0, 1)).toMatchObject({ txs: [all.txs[1]], firstPage: false, lastPage: true })
    const later = await pageAfter(Number(oldest.txs[0]!.blockNumber), 1)
    expect(later).toMatchObject({ txs: [all.txs[0]], firstPage: true, lastPage: false })
    expect((await pageAfter(0, 25)).txs).toEqual(all.txs)
  })

  it('find a transaction by its sender and nonce, and the creator of a contract', async () => {
    expect(await service.result('ots_getTransactionBySenderAndNonce', cow, 1)).toBe(payment)
    expect(await service.result('ots_getTransactionBySenderAndNonce', cow, 1000)).toBeNull()
    expect(await service.result('ots_getContractCreator', payer)).toEqual({ hash: creation, creator: cow })
    expect(await service.result('ots_getContractCreator', cow)).toBeNull()
  })

  it('find the creator of a contract that a contract created', async () => {
    // Deploys the byte 00: PUSH1 1, PUSH1 0, RETURN.
    const factory = await deploy('6460016000f36000526005601b6000f05000')
    const hash = await send({ to: factory })
    const [, made] = await service.result<readonly { readonly to: string }[]>('ots_traceTransaction', hash)
    expect(await service.result('ots_hasCode', made!.to)).toBe(true)
    expect(await service.result('ots_getContractCreator', made!.to)).toEqual({ hash, creator: factory })
  })

  it.each(['ots_traceTransaction', 'ots_getInternalOperations', 'ots_getTransactionError'])(
    '%s is null for an unknown transaction',
    async (method) => {
      expect(await service.result(method, nowhere)).toBeNull()
    },
  )

  it.each<[string, unknown[], RegExp]>([
    ['ots_searchTransactionsBefore', [cow, 0, 0], /invalid page size/],
    ['ots_searchTransactionsAfter', [cow, -1, 5], /invalid blocknumber -1/],
    ['ots_getBlockTransactions', [1, 'x', 5], /invalid blocknumber x/],
    ['ots_getContractCreator', ['0x12'], /Invalid address/],
  ])('refuse wrong parameters of %s: %j', async (method, params, message) => {
    const { error } = await service.ask(method, ...params)
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(message) })
  })
})
