import { integerOf, rbtc } from '../../shared/format/quantity.ts'
import type { Block, Hex, Receipt, Transaction } from '../../shared/rpc/answers.ts'
import { call } from '../../shared/rpc/rpcClient.ts'
import { isLocal } from '../network.ts'
import { type LightClient, lightClient } from './lightClient.ts'

/* Compares what the node says with what its proof of work and its proofs say. */

/** A value of the node that the proofs contradict. */
export interface Difference {
  readonly name: string
  readonly shown: string
  readonly proved: string
}

export interface Checked {
  /** What was checked, as the beginning of a sentence. */
  readonly what: string
  /** What the light client believes and why. */
  readonly belief: string
  /** Empty if everything holds. */
  readonly differences: readonly Difference[]
}

/** The code of a light client's error for answers that lack their proof. */
export const unprovableCode = -32016

/** Nothing that a block of the believed chain holds is there. */
export class NotOnChain extends Error {}

export async function checkBlock(block: Block): Promise<Checked> {
  const client = await lightClient()
  const whole = await provedAnswer<Block>(client, 'eth_getBlockByHash', block.hash, false)
  // Development chains leave out the transaction of REMASC, which is the last.
  const isShortened = isLocal() && block.transactions.length === whole.transactions.length - 1
  const proved = isShortened ? { ...whole, transactions: whole.transactions.slice(0, -1) } : whole
  return {
    what: 'the header has its proof of work, and the transactions and uncles are those of the header',
    belief: client.status().text,
    differences: differencesIn(block, proved, blockNames),
  }
}

export async function checkTransaction(transaction: Transaction, receipt: Receipt): Promise<Checked> {
  const client = await lightClient()
  const [proved, provedReceipt] = await Promise.all([
    provedAnswer<Transaction>(client, 'eth_getTransactionByHash', transaction.hash),
    provedAnswer<Receipt>(client, 'eth_getTransactionReceipt', transaction.hash),
  ])
  return {
    what: 'the header of its block has its proof of work, the transaction is below the root of the transactions, and the receipt below the root of the receipts',
    belief: client.status().text,
    differences: [
      ...differencesIn(transaction, proved, transactionNames),
      ...differencesIn(receipt, provedReceipt, receiptNames),
      ...differencesIn({ logs: logsOf(receipt) }, { logs: logsOf(provedReceipt) }, { logs: 'logs' }),
    ],
  }
}

interface AccountValues {
  readonly balance: Hex
  readonly nonce: Hex
  readonly code: Hex
}

/** Attempts while blocks arrive between the answer and its proof. */
const attempts = 3

export async function checkAccount(address: Hex, shown: AccountValues): Promise<Checked> {
  let values = shown
  for (let attempt = 1; ; attempt++) {
    const client = await lightClient()
    const proved = await accountValues(address, (method, ...params) =>
      provedAnswer(client, method, ...params),
    )
    const differences = differencesIn(inWords(values), inWords(proved), accountNames)
    const { text, head } = client.status()
    if (differences.length === 0 || attempt === attempts) {
      const what = `balance, nonce and code are below the root of the state of block ${head.number}`
      return { what, belief: text, differences }
    }
    values = await accountValues(address, call)
  }
}

async function accountValues(
  address: Hex,
  ask: <Result>(method: string, ...params: readonly unknown[]) => Promise<Result>,
): Promise<AccountValues> {
  const [balance, nonce, code] = await Promise.all([
    ask<Hex>('eth_getBalance', address, 'latest'),
    ask<Hex>('eth_getTransactionCount', address, 'latest'),
    ask<Hex>('eth_getCode', address, 'latest'),
  ])
  return { balance, nonce, code }
}

const inWords = ({ balance, nonce, code }: AccountValues) => ({
  balance: rbtc(integerOf(balance)),
  nonce: String(integerOf(nonce)),
  code,
})

/** Rejects with `NotOnChain` for null. */
async function provedAnswer<Result>(
  client: LightClient,
  method: string,
  ...params: readonly unknown[]
): Promise<Result> {
  const result = await client.request({ method, params })
  if (result === null) throw new NotOnChain('the chain that the page believes does not have it')
  return result as Result
}

type Names<Value> = Readonly<Partial<Record<keyof Value, string>>>

const blockNames: Names<Block> = {
  number: 'number',
  hash: 'hash',
  parentHash: 'parent',
  timestamp: 'time',
  miner: 'miner',
  gasUsed: 'gas used',
  gasLimit: 'gas limit',
  size: 'size',
  difficulty: 'difficulty',
  minimumGasPrice: 'minimum gas price',
  extraData: 'extra data',
  stateRoot: 'state root',
  transactionsRoot: 'transactions root',
  receiptsRoot: 'receipts root',
  paidFees: 'fees paid',
  bitcoinMergedMiningHeader: 'Bitcoin header',
  transactions: 'transactions',
  uncles: 'uncles',
}

const transactionNames: Names<Transaction> = {
  blockHash: 'block',
  blockNumber: 'block number',
  transactionIndex: 'place in the block',
  from: 'sender',
  to: 'receiver',
  nonce: 'nonce',
  value: 'value',
  gas: 'gas limit',
  gasPrice: 'gas price',
  input: 'input',
}

const receiptNames: Names<Receipt> = {
  status: 'status',
  gasUsed: 'gas used',
  cumulativeGasUsed: 'gas used up to it',
  contractAddress: 'created contract',
}

const accountNames = { balance: 'balance', nonce: 'nonce', code: 'code' }

const logsOf = ({ logs }: Receipt) =>
  logs.map(({ address, topics, data, logIndex }) => ({ address, topics, data, logIndex }))

function differencesIn<Value extends object>(
  shown: Value,
  proved: Value,
  names: Names<Value>,
): readonly Difference[] {
  const textOf = (value: unknown): string => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
    return text.startsWith('0x') ? text.toLowerCase() : text
  }
  return Object.entries<string | undefined>(names).flatMap(([key, name = key]) => {
    const [one, other] = [textOf(shown[key as keyof Value]), textOf(proved[key as keyof Value])]
    return one === other ? [] : [{ name, shown: one, proved: other }]
  })
}
