import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, type StartedNode, startNode, stop } from '../../processes/nodeProcess.ts'
import { TemporaryFolder } from '../../processes/temporaryFolder.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import type { Random } from '../random.ts'
import { memoryOf } from '../target.ts'
import { observe } from '../victim.ts'

/* An upstream that passes the answers of an honest node on and changes some: lies where an answer can be checked. */

interface Asked {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}
type Fields = Record<string, unknown>
/** Changes the result of a call in place, or replaces it. */
type Lie = (result: Fields, call: Asked, random: Random) => unknown

const bytes = (length: number): string => `0x${'5a'.repeat(length)}`
/** The genesis block stays true: with another one the node would take the upstream for one of another network. */
const isBlock = ({ method, params: [name] }: Asked): boolean =>
  method.startsWith('eth_getBlockBy') && name !== '0x0'

/** Each changes every answer that it applies to. */
const lies: Readonly<Record<string, Lie>> = {
  'another hash': (result, call) => (isBlock(call) ? { ...result, hash: bytes(32) } : result),
  'another parent': (result, call) => (isBlock(call) ? { ...result, parentHash: bytes(32) } : result),
  'another root': (result, call) => (isBlock(call) ? { ...result, stateRoot: bytes(32) } : result),
  'other transactions': (result, call) => (isBlock(call) ? { ...result, transactions: [] } : result),
  'uncles that are not there': (result, call) =>
    isBlock(call) ? { ...result, uncles: new Array(5_000).fill(bytes(32)) } : result,
  'long fields': (result, call) =>
    isBlock(call)
      ? { ...result, extraData: bytes(3 << 20), bitcoinMergedMiningHeader: bytes(1 << 20) }
      : result,
  'another place': (result, { method }, random) =>
    method === 'eth_getTransactionByHash'
      ? { ...result, transactionIndex: `0x${random.below(3).toString(16)}`, blockNumber: '0x2' }
      : result,
  'a place beyond everything': (result, { method }) =>
    method === 'eth_getTransactionByHash' ? { ...result, transactionIndex: '0x1fffffffffffff' } : result,
  'no transaction, but a receipt': (result, { method }) => {
    if (method === 'eth_getTransactionByHash') return null
    return method === 'eth_getTransactionReceipt' ? { ...result, status: '0x0', gasUsed: '0x7' } : result
  },
  'another receipt': (result, { method }) =>
    method === 'eth_getTransactionReceipt' ? { ...result, cumulativeGasUsed: '0x7' } : result,
  'another proof': (result, { method }) =>
    method === 'eth_getProof' ? { ...result, balance: '0x1', accountProof: [bytes(40)] } : result,
  'a height that jumps': (result, { method }, random) =>
    method === 'eth_blockNumber' ? `0x${random.below(2 ** 30).toString(16)}` : result,
  'a height beyond everything': (result, { method }) =>
    method === 'eth_blockNumber' ? '0x1fffffffffffff' : result,
}

interface Liar {
  readonly url: string
  lie: Lie | undefined
  told: number
  close(): void
}

async function startLiar(honest: string, random: Random): Promise<Liar> {
  const answerTo = async (call: Asked): Promise<Fields> => {
    const { result, error } = await ask(honest, call.method, ...call.params)
    if (error !== undefined) return { jsonrpc: '2.0', id: call.id, error }
    const told = liar.lie === undefined ? result : liar.lie(result as Fields, call, random)
    if (told !== result) liar.told++
    return { jsonrpc: '2.0', id: call.id, result: told }
  }
  const reply = async (text: string, response: ServerResponse): Promise<void> => {
    const body: Asked | Asked[] = JSON.parse(text)
    const answers = await Promise.all((Array.isArray(body) ? body : [body]).map(answerTo))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => void reply(text, response).catch(() => response.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const liar: Liar = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    lie: undefined,
    told: 0,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return liar
}

/** Questions whose answers a node checks. */
async function questionsOf(honest: string, account: string): Promise<[string, readonly unknown[]][]> {
  const questions: [string, readonly unknown[]][] = [['eth_getBalance', [account, 'latest']]]
  for (let block = 0; block < 4; block++) {
    const { result: hash } = await ask(honest, 'eth_sendTransaction', {
      from: account,
      to: account,
      value: '0x1',
    })
    const { result } = await ask(honest, 'eth_getTransactionReceipt', hash)
    const { blockHash, blockNumber } = result as Fields
    questions.push(
      ['eth_getTransactionByHash', [hash]],
      ['eth_getTransactionReceipt', [hash]],
      ['eth_getBlockByHash', [blockHash, true]],
      ['eth_getBlockByNumber', [blockNumber, false]],
      ['eth_getBlockReceipts', [blockNumber]],
    )
  }
  return questions
}

const urlOf = ({ announced }: StartedNode): string => announced.networks[0]!.url

/** Asks while each lie is told. Returns what was answered falsely, and internal errors. */
async function askLied(
  url: string,
  honest: string,
  liar: Liar,
  questions: readonly (readonly [string, readonly unknown[]])[],
): Promise<string[]> {
  const wrong: string[] = []
  const truths = await Promise.all(questions.map(([method, params]) => ask(honest, method, ...params)))
  // A question for a block above the best one lets a node look at its upstream again, a second after the last look.
  const look = () => pause(1_000).then(() => ask(url, 'eth_getBlockByNumber', '0xffff', false))
  for (const [name, lie] of Object.entries(lies)) {
    liar.lie = undefined
    // With another best block the node forgets what the upstream has shown.
    await ask(honest, 'evm_mine')
    await look()
    liar.lie = lie
    for (const [index, [method, params]] of questions.entries()) {
      const { result, error } = await ask(url, method, ...params)
      const isFalse = result !== undefined && result !== null && !isSame(result, truths[index]!.result)
      if (isFalse || error?.code === -32603) {
        wrong.push(`${name}: ${method} ${JSON.stringify(result ?? error).slice(0, 300)}`)
      }
    }
    await look()
  }
  liar.lie = undefined
  return wrong
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const hostileUpstream: Attack = {
  name: 'upstream',
  aim: 'gives nodes an upstream that lies about blocks, transactions, receipts, proofs and its height',
  isAlone: true,
  isMostlyWaiting: true,
  async run({ random }) {
    const folder = new TemporaryFolder()
    const started: StartedNode[] = []
    const start = async (...words: string[]): Promise<StartedNode> => {
      const node = await startNode('--network', 'regtest', ...words)
      started.push(node)
      return node
    }
    let liar: Liar | undefined
    try {
      const honest = await start('--data', folder.at('data'))
      const account = honest.announced.networks[0]!.accounts[0]!.address
      const questions = await questionsOf(urlOf(honest), account)
      liar = await startLiar(urlOf(honest), random)
      const behind = await start('--upstream', liar.url, '--networks.regtest.upstream-lag', '0')
      const caughtUp = await start('--upstream', liar.url)
      const client = new KeyClient(urlOf(caughtUp))
      const victim = await observe(client, caughtUp.running.child.pid ?? 0)
      const wrong = await askLied(urlOf(behind), urlOf(honest), liar, questions)
      const report = await victim.stop()
      client.close()
      const after = await ask(urlOf(behind), 'eth_getBlockByNumber', '0x1', true)
      const mib = Math.round(Math.max(memoryOf(behind.running), memoryOf(caughtUp.running)))
      return {
        figures: `${Object.keys(lies).length} lies, told ${liar.told} times to two nodes; ${mib} MiB with files`,
        violations: [
          ...wrong.slice(0, 5),
          ...violationsOf({
            'the lies were told': liar.told > Object.keys(lies).length,
            'the truth is answered afterwards': after.result !== undefined && after.result !== null,
            'all processes live': started.every(({ running: { child } }) => child.exitCode === null),
            'the memory is below 1,000 MiB': mib < 1_000,
          }),
        ],
        // Of the node that has caught up.
        victims: [report],
      }
    } finally {
      for (const { running } of started) await stop(running, 'SIGKILL')
      liar?.close()
      folder.remove()
    }
  },
}
