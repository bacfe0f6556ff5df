import type { JsonCall } from '../../../src/answering/lightWorld.cases.ts'
import { golden } from './goldenWorld.ts'
import type { Lie, Outcome } from './lyingEndpoint.ts'

/* Lies about what is read: states, blocks, transactions and receipts of headers that are believed. */

export interface ReadLie {
  readonly name: string
  readonly question: JsonCall
  readonly lie: Lie
  /** What is said of the endpoint, after its name; undefined where the client does not use the false value. */
  readonly reason: RegExp | undefined
  /** What an endpoint that does this is afterwards; put aside if undefined. */
  readonly standing?: 'aside' | 'good' | 'waiting'
}

type Fields = Readonly<Record<string, unknown>>
type Change = (result: Fields, call: JsonCall) => unknown

const call = (method: string, ...params: unknown[]): JsonCall => ({ method, params })

/** Changes the results of a method. */
const lieAbout = (method: string, change: Change): Lie => ({
  answer: (asked, outcome) =>
    asked.method === method && outcome['result'] !== null && outcome['result'] !== undefined
      ? { result: change(outcome['result'] as Fields, asked) }
      : outcome,
})

/** Answers a method with a JSON-RPC error. */
const failing = (method: string, message: string): Lie => ({
  answer: (asked, outcome) => (asked.method === method ? { error: { code: -32000, message } } : outcome),
})

/** Answers a method as if something else had been asked. */
const otherAnswer = (method: string, other: (params: readonly unknown[]) => readonly unknown[]): Lie => ({
  answer: (asked, outcome, honest) =>
    asked.method === method ? honest({ method, params: other(asked.params) }) : outcome,
})

/** Changes the last byte but `distance` of hex data. */
function flipped(text: unknown, distance = 1): string {
  const data = String(text)
  const at = data.length - 2 * distance
  const byte = Number.parseInt(data.slice(at, at + 2), 16) ^ 0x01
  return data.slice(0, at) + byte.toString(16).padStart(2, '0') + data.slice(at + 2)
}

const listOf = (value: unknown): readonly Fields[] => value as readonly Fields[]
const withLast = (list: readonly unknown[], change: (last: unknown) => unknown): unknown[] => [
  ...list.slice(0, -1),
  change(list.at(-1)),
]

/** Changes the last node of the account's proof. */
const falseNode = lieAbout('eth_getProof', (proof) => ({
  ...proof,
  accountProof: withLast(proof['accountProof'] as unknown[], (node) => flipped(node, 2)),
}))

const falseCellNode = lieAbout('eth_getProof', (proof) => ({
  ...proof,
  storageProof: listOf(proof['storageProof']).map((cell) => ({
    ...cell,
    // A short node is in its parent too.
    proof: (cell['proof'] as unknown[]).map((node) => flipped(node)),
  })),
}))

const ofReceipts = (change: (receipt: Fields) => Fields): Lie => ({
  answer: (asked, outcome) => {
    const { result } = outcome
    if (asked.method === 'eth_getBlockReceipts') return { result: listOf(result).map(change) }
    return asked.method === 'eth_getTransactionReceipt' ? { result: change(result as Fields) } : outcome
  },
})

/** Changes blocks with their transactions. */
const ofBodies = (change: Change): Lie => ({
  answer: (asked, outcome) =>
    asked.method.startsWith('eth_getBlockBy') && asked.params[1] === true
      ? { result: change(outcome['result'] as Fields, asked) }
      : outcome,
})

const ofTransactions = (change: Change): Lie =>
  ofBodies((block, asked) => ({
    ...block,
    transactions: listOf(block['transactions']).map((transaction) => change(transaction, asked)),
  }))

const { account, otherAccount, contract, token, nobody } = golden
/** A deployment, a transaction that logs three times, and a block with an uncle. */
const [deployment, logging] = [
  '0x87198eb55521a07471c6e82f20e682dc2dcb71c9d7cc56dae2e30422066f936e',
  '0xdb2e492dc3f38d899dc44054dc7e0f43fc8f727117234c2cb9bbb46f14d48e11',
]
const withUncle = '0x8'

const balance = call('eth_getBalance', account, 'latest')
const code = call('eth_getCode', token, 'latest')
const cell = call('eth_getStorageAt', contract, '0x0', 'latest')
const supply = call('eth_call', { to: token, data: '0x18160ddd' }, 'latest')
const receipt = call('eth_getTransactionReceipt', logging)
const logs = call('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', address: contract })

const noProof = /false state of 0x[0-9a-f]{40}: its proof does not lead from the state root/
const noReceipts = /wrong value: receipts.* do not hash to the root in the header/

/** Fields of a receipt, each with a false value. */
const receiptLies: readonly [string, (receipt: Fields) => Fields][] = [
  ['status', (one) => ({ ...one, status: '0x0' })],
  ['gas used', (one) => ({ ...one, gasUsed: '0x7' })],
  ['cumulative gas', (one) => ({ ...one, cumulativeGasUsed: '0x7' })],
  ['bloom', (one) => ({ ...one, logsBloom: flipped(one['logsBloom']) })],
  ['logs, one of them left out', (one) => ({ ...one, logs: listOf(one['logs']).slice(1) })],
  ['logs, with an invented one', (one) => ({ ...one, logs: [...listOf(one['logs']), inventedLog] })],
  ['log data', (one) => ({ ...one, logs: listOf(one['logs']).map((log) => ({ ...log, data: '0x1234' })) })],
  [
    'log address',
    (one) => ({ ...one, logs: listOf(one['logs']).map((log) => ({ ...log, address: nobody })) }),
  ],
  ['logs in another order', (one) => ({ ...one, logs: listOf(one['logs']).toReversed() })],
]
const inventedLog: Fields = { address: nobody, topics: [], data: '0x' }

/** Signed fields of a transaction, each with a false value. */
const transactionLies: Readonly<Record<string, unknown>> = {
  value: '0x7',
  to: nobody,
  input: '0x1234',
  nonce: '0x77',
  gas: '0x5209',
  gasPrice: '0x1',
  v: '0x1b',
  r: '0x1',
  s: '0x1',
  hash: `0x${'ab'.repeat(32)}`,
}

export const readLies: readonly ReadLie[] = [
  { name: 'a false account in a proof', question: balance, lie: falseNode, reason: noProof },
  {
    name: 'a false balance beside a true proof',
    question: balance,
    lie: lieAbout('eth_getProof', (proof) => ({ ...proof, balance: '0x7', nonce: '0x7' })),
    reason: undefined,
    standing: 'good',
  },
  {
    name: 'the account of an older block',
    question: balance,
    lie: otherAnswer('eth_getProof', ([address, cells]) => [address, cells, '0x2']),
    reason: noProof,
  },
  {
    name: 'a nonce of an older block',
    question: call('eth_getTransactionCount', account, 'latest'),
    lie: otherAnswer('eth_getProof', ([address, cells]) => [address, cells, '0x2']),
    reason: noProof,
  },
  {
    name: 'the account of another one',
    question: balance,
    lie: otherAnswer('eth_getProof', ([, cells, block]) => [otherAccount, cells, block]),
    reason: noProof,
  },
  {
    name: 'an account as absent, with an empty proof',
    question: balance,
    lie: lieAbout('eth_getProof', (proof) => ({ ...proof, accountProof: [] })),
    reason: /gives an empty list instead of a proof of 0x/,
    standing: 'good',
  },
  {
    name: 'an account as absent, with the proof of an absent one',
    question: balance,
    lie: otherAnswer('eth_getProof', ([, cells, block]) => [nobody, cells, block]),
    reason: noProof,
  },
  {
    name: 'an absent account as present',
    question: call('eth_getBalance', nobody, 'latest'),
    lie: otherAnswer('eth_getProof', ([, cells, block]) => [account, cells, block]),
    reason: noProof,
  },
  {
    name: 'proof nodes left out',
    question: balance,
    lie: lieAbout('eth_getProof', (proof) => ({
      ...proof,
      accountProof: (proof['accountProof'] as unknown[]).slice(0, -1),
    })),
    reason: noProof,
  },
  {
    name: 'proof nodes that are not RLP',
    question: balance,
    lie: lieAbout('eth_getProof', (proof) => ({ ...proof, accountProof: ['0xff', '0x'] })),
    reason: /wrong value: accountProof/,
  },
  {
    name: 'proof nodes among millions of others',
    question: balance,
    lie: lieAbout('eth_getProof', (proof) => ({
      ...proof,
      accountProof: Array.from({ length: 200_000 }, (_, index) => `0x83${(index + 0x100000).toString(16)}`),
    })),
    reason: /accountProof.* has more than 600 nodes/,
  },
  { name: 'a false cell in a proof', question: cell, lie: falseCellNode, reason: noProof },
  {
    name: 'a false value beside the true proof of a cell',
    question: cell,
    lie: lieAbout('eth_getProof', (proof) => ({
      ...proof,
      storageProof: listOf(proof['storageProof']).map((one) => ({ ...one, value: '0x7' })),
    })),
    reason: undefined,
    standing: 'good',
  },
  {
    name: 'the cell of another contract',
    question: cell,
    lie: otherAnswer('eth_getProof', ([, cells, block]) => [token, cells, block]),
    reason: noProof,
  },
  {
    name: 'another number of cells',
    question: cell,
    lie: otherAnswer('eth_getProof', ([address, , block]) => [address, ['0x0', '0x1'], block]),
    reason: /wrong value: storageProof.* another number of cells/,
  },
  {
    name: 'a cell as absent, with an empty proof',
    question: cell,
    lie: lieAbout('eth_getProof', (proof) => ({
      ...proof,
      storageProof: listOf(proof['storageProof']).map((one) => ({ ...one, value: '0x0', proof: [] })),
    })),
    reason: /gives an empty list instead of a proof of a cell/,
    standing: 'good',
  },
  {
    name: 'false code',
    question: code,
    lie: lieAbout('eth_getCode', (text) => flipped(text)),
    reason: /false state of 0x[0-9a-f]{40}: code does not have the hash/,
  },
  {
    name: 'code as absent',
    question: code,
    lie: lieAbout('eth_getCode', () => '0x'),
    reason: /false state of 0x[0-9a-f]{40}: code does not have the hash/,
  },
  {
    name: 'the code of another contract',
    question: code,
    lie: otherAnswer('eth_getCode', ([, block]) => [contract, block]),
    reason: /false state of 0x[0-9a-f]{40}: code does not have the hash/,
  },
  {
    name: 'false cells under a call',
    question: supply,
    lie: falseCellNode,
    reason: noProof,
  },
  {
    name: 'false code under a call',
    question: supply,
    lie: lieAbout('eth_getCode', () => '0x600760005260206000f3'),
    reason: /false state of 0x[0-9a-f]{40}: code does not have the hash/,
  },
  {
    name: 'a false result of a call',
    question: supply,
    lie: lieAbout('eth_call', () => `0x${'07'.repeat(32)}`),
    reason: undefined,
    standing: 'good',
  },
  ...receiptLies.map(
    ([what, change]): ReadLie => ({
      name: `a receipt with a false ${what}`,
      question: receipt,
      lie: ofReceipts(change),
      reason: noReceipts,
    }),
  ),
  {
    name: 'receipts of another transaction',
    question: receipt,
    lie: ofReceipts((one) => ({ ...one, transactionHash: deployment })),
    reason: /is of another transaction/,
  },
  {
    name: 'one receipt less in a block',
    question: call('eth_getBlockReceipts', withUncle),
    lie: {
      answer: ({ method }, outcome) =>
        method === 'eth_getBlockReceipts' || method === 'debug_getRawReceipts'
          ? { result: listOf(outcome['result']).slice(1) }
          : outcome,
    },
    reason: /receipts.* have another number/,
  },
  {
    name: 'logs withheld from a search',
    question: logs,
    lie: {
      answer: (asked, outcome) => {
        if (asked.method === 'eth_getLogs') return { result: [] }
        return ofReceipts((one) => ({ ...one, logs: [] })).answer!(asked, outcome, () => Promise.resolve({}))
      },
    },
    reason: noReceipts,
  },
  {
    name: 'receipts withheld from a search for logs',
    question: logs,
    lie: {
      answer: (asked, outcome) => (/Receipt/.test(asked.method) ? { result: null } : outcome),
    },
    reason: /does not have block \d+/,
    standing: 'good',
  },
  {
    name: 'logs invented in a search',
    question: call('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', address: nobody }),
    lie: lieAbout('eth_getLogs', () => [inventedLog]),
    reason: undefined,
    standing: 'good',
  },
  ...Object.entries(transactionLies).map(
    ([field, value]): ReadLie => ({
      name: `transactions with a false ${field}`,
      question: call('eth_getTransactionByHash', deployment),
      lie: {
        answer: (asked, outcome, honest) =>
          asked.method === 'debug_getRawBlock'
            ? { error: { code: -32601, message: 'method not found' } }
            : ofTransactions((one) => ({ ...one, [field]: value })).answer!(asked, outcome, honest),
      },
      reason: /answers debug_getRawBlock with error -32601/,
      standing: 'good',
    }),
  ),
  {
    name: 'transactions left out of a block, which is false in bytes too',
    question: call('eth_getBlockByNumber', withUncle, true),
    lie: {
      answer: (asked, outcome, honest) =>
        asked.method === 'debug_getRawBlock'
          ? { result: flipped(outcome['result'], 400) }
          : ofBodies((block) => ({ ...block, transactions: [] })).answer!(asked, outcome, honest),
    },
    reason: /wrong value/,
  },
  {
    name: 'transactions in another order',
    question: call('eth_getTransactionByBlockNumberAndIndex', withUncle, '0x0'),
    lie: {
      answer: (asked, outcome, honest) =>
        asked.method === 'debug_getRawBlock'
          ? otherAnswer('debug_getRawBlock', () => ['0x5']).answer!(asked, outcome, honest)
          : ofBodies((block) => ({
              ...block,
              transactions: listOf(block['transactions']).toReversed(),
            })).answer!(asked, outcome, honest),
    },
    reason: /wrong value: block.* is not the requested one/,
  },
  {
    name: 'another block for a hash',
    question: call('eth_getBlockByNumber', withUncle, true),
    lie: {
      answer: (asked, outcome, honest) =>
        asked.method === 'eth_getBlockByHash' && asked.params[1] === true
          ? honest(call('eth_getBlockByNumber', '0x7', true))
          : outcome,
    },
    reason: /wrong value: block.* is not the requested one/,
  },
  {
    name: 'a false place of a transaction',
    question: call('eth_getTransactionByHash', deployment),
    lie: lieAbout('eth_getTransactionByHash', (one) => ({ ...one, blockNumber: '0x8' })),
    reason: /gives the hash of block \d+ for block 8/,
  },
  {
    name: 'a transaction in a block of another branch',
    question: call('eth_getTransactionByHash', deployment),
    lie: lieAbout('eth_getTransactionByHash', (one) => ({ ...one, blockHash: `0x${'ab'.repeat(32)}` })),
    reason: /null/,
    standing: 'good',
  },
  {
    name: 'a transaction as unknown',
    question: call('eth_getTransactionByHash', deployment),
    lie: lieAbout('eth_getTransactionByHash', () => null),
    reason: /null/,
    standing: 'good',
  },
  {
    name: 'a transaction as pending',
    question: call('eth_getTransactionReceipt', deployment),
    lie: lieAbout('eth_getTransactionByHash', (one) => ({ ...one, blockNumber: null, blockHash: null })),
    reason: /null/,
    standing: 'good',
  },
  {
    name: 'a transaction in a block that does not exist',
    question: call('eth_getTransactionReceipt', deployment),
    lie: lieAbout('eth_getTransactionByHash', (one) => ({ ...one, blockNumber: '0xffffff' })),
    reason: /gives the hash of block \d+ for block 16777215/,
  },
  {
    name: 'a false index of a transaction',
    question: call('eth_getTransactionReceipt', deployment),
    lie: lieAbout('eth_getTransactionByHash', (one) => ({ ...one, transactionIndex: '0x1fffffffffffff' })),
    reason: /names block \d+ and index 9007199254740991 for transaction 0x/,
  },
  {
    name: 'a false uncle',
    question: call('eth_getUncleByBlockNumberAndIndex', withUncle, '0x0'),
    lie: lieAbout('eth_getUncleByBlockHashAndIndex', (uncle) => ({ ...uncle, miner: nobody })),
    reason: /wrong value: uncle.* does not match its hash/,
  },
  {
    name: 'another block as an uncle',
    question: call('eth_getUncleByBlockNumberAndIndex', withUncle, '0x0'),
    lie: {
      answer: (asked, outcome, honest) =>
        asked.method === 'eth_getUncleByBlockHashAndIndex'
          ? honest(call('eth_getBlockByNumber', '0x6', false))
          : outcome,
    },
    reason: /uncles.* do not hash to the value in the header/,
  },
  {
    name: 'uncles withheld',
    question: call('eth_getUncleCountByBlockNumber', withUncle),
    lie: ofBodies((block) => ({ ...block, uncles: [] })),
    reason: /uncles.* do not hash to the value in the header/,
  },
  {
    name: 'blocks withheld',
    question: call('eth_getBlockByNumber', withUncle, true),
    lie: ofBodies(() => null),
    reason: /does not have block 8/,
    standing: 'good',
  },
  {
    name: 'a block of a false form',
    question: call('eth_getBlockByNumber', withUncle, true),
    lie: ofBodies((block) => ({ ...block, transactions: 'none' })),
    reason: /block.transactions.* is not a list/,
  },
  {
    name: 'a block whose header is false in JSON and bytes',
    question: call('eth_getBlockByNumber', withUncle, true),
    lie: {
      answer: (asked, outcome, honest) =>
        asked.method === 'debug_getRawBlock'
          ? otherAnswer('debug_getRawBlock', () => ['0x5']).answer!(asked, outcome, honest)
          : ofBodies((block) => ({ ...block, stateRoot: `0x${'5a'.repeat(32)}` })).answer!(
              asked,
              outcome,
              honest,
            ),
    },
    reason: /wrong value: block.* is not the requested one/,
  },
  {
    name: 'another chain id',
    question: call('eth_chainId'),
    lie: lieAbout('eth_chainId', () => '0x1e'),
    reason: undefined,
    standing: 'good',
  },
  {
    name: 'another gas price',
    question: call('eth_gasPrice'),
    lie: lieAbout('eth_gasPrice', () => '0x7777777777'),
    reason: undefined,
    standing: 'good',
  },
  {
    name: 'that it has no proofs',
    question: balance,
    lie: failing('eth_getProof', 'method not found'),
    reason: /answers eth_getProof with error -32000: method not found/,
    standing: 'good',
  },
  {
    name: 'that it has no state',
    question: balance,
    lie: failing('eth_getProof', 'missing trie node'),
    reason: /answers eth_getProof with error -32000: missing trie node/,
    standing: 'good',
  },
]

const chunk = 'f'.repeat(1 << 20)

/** Replies that are not answers, whatever was asked. */
const replies: Readonly<Record<string, Pick<ReadLie, 'lie' | 'reason'>>> = {
  'noise instead of HTTP': {
    lie: { reply: (_, { socket }) => socket?.end('\u0000\u0001 noise \r\n\r\n') !== undefined },
    reason: /cannot be reached|HTTP/,
  },
  'text that is not JSON': {
    lie: { reply: (_, response) => response.end('<html>busy</html>') !== undefined },
    reason: /gives no JSON-RPC answer \(it is not JSON\)/,
  },
  'JSON that ends too soon': {
    lie: { reply: (_, response, text) => response.end(text.slice(0, -20)) !== undefined },
    reason: /gives no JSON-RPC answer \(it is not JSON\)/,
  },
  'an answer without a result': {
    lie: { reply: (_, response) => response.end('{"jsonrpc":"2.0","id":0}') !== undefined },
    reason: /gives no JSON-RPC answer/,
  },
  'deeply nested JSON': {
    lie: {
      reply: (_, response) => response.end(`${'['.repeat(500_000)}${']'.repeat(500_000)}`) !== undefined,
    },
    reason: /gives an answer that|gives no JSON-RPC answer/,
  },
  'JSON of millions of values': {
    lie: {
      reply: ([first], response) =>
        response.end(
          `{"jsonrpc":"2.0","id":${JSON.stringify(first!.id)},"result":[${'{},'.repeat(4_000_000)}{}]}`,
        ) !== undefined,
    },
    reason: /gives an answer that/,
  },
  'an endless answer': {
    lie: {
      reply(_, response) {
        const write = (): void => {
          while (!response.destroyed) if (!response.write(chunk)) return
        }
        response.on('drain', write)
        response.write('{"jsonrpc":"2.0","id":0,"result":"0x')
        write()
        return true
      },
    },
    reason: /answers more than \d+ bytes|cannot be reached/,
  },
  'no answer ever': {
    lie: { reply: () => true },
    reason: /did not answer in time/,
  },
  'an answer that stops in the middle': {
    lie: { reply: (_, response, text) => response.write(text.slice(0, 30)) !== undefined },
    reason: /did not answer in time/,
  },
  'a broken connection': {
    lie: { reply: (_, { socket }) => socket?.destroy() !== undefined },
    reason: /cannot be reached/,
  },
  'a rate limit for years': {
    lie: {
      reply: (_, response) => response.writeHead(429, { 'retry-after': '999999999' }).end() !== undefined,
    },
    reason: /answers HTTP status 429/,
  },
  'another page by a redirect': {
    lie: {
      reply: (_, response) =>
        response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end() !== undefined,
    },
    reason: /cannot be reached|HTTP status/,
  },
}

/** Contradicting batches; the question takes several calls. */
const batches: Readonly<Record<string, Pick<ReadLie, 'lie' | 'reason' | 'standing'>>> = {
  'answers under exchanged ids': {
    lie: { answers: (list) => (list.length < 2 ? list : exchanged(list)) },
    reason: /wrong value|false state/,
  },
  'a second answer to the first call of a batch': {
    lie: { answers: (list) => (list.length < 2 ? list : [...list.slice(0, -1), list[0]]) },
    reason: /gives no JSON-RPC answer \(a call was not answered\)/,
    standing: 'waiting',
  },
  'an answer less': {
    lie: { answers: (list) => (list.length < 2 ? list : list.slice(1)) },
    reason: /gives no JSON-RPC answer \(a call was not answered\)/,
    standing: 'waiting',
  },
  'an answer to a foreign id': {
    lie: { answers: (list) => (list.length < 2 ? list : [{ ...list[0], id: 77 }, ...list.slice(1)]) },
    reason: /gives no JSON-RPC answer \(an answer has a foreign id\)/,
    standing: 'waiting',
  },
}

function exchanged(list: readonly Outcome[]): Outcome[] {
  const [first, second, ...others] = list
  return [{ ...first, id: second!['id'] }, { ...second, id: first!['id'] }, ...others]
}

export const replyLies: readonly ReadLie[] = [
  ...Object.entries(replies).map(
    ([name, { lie, reason }]): ReadLie => ({ name, question: balance, lie, reason, standing: 'waiting' }),
  ),
  ...Object.entries(batches).map(([name, rest]): ReadLie => ({ name, question: logs, ...rest })),
]
