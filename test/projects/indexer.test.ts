import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { type ServedChain, startDevelopmentChain } from '../web/servedChains.ts'

const root = resolve(import.meta.dirname, '../..')
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Emits a transfer from the first word of its input to the second, of the third. */
const token = toHex(
  deployer(
    assemble(`64 CALLDATALOAD 0 MSTORE 32 CALLDATALOAD 0 CALLDATALOAD ${transferTopic} 32 0 LOG3 STOP`),
  ),
)
const word = (value: string | number): string => BigInt(value).toString(16).padStart(64, '0')
const owner = (id: number): string => `0x${word(id).slice(24)}`

describe('examples/indexer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-indexer-'))
  const file = join(folder, 'balances.db')
  let chain: ServedChain
  let contract: string
  let from: string
  beforeAll(async () => {
    cpSync(join(root, 'examples/indexer'), folder, { recursive: true })
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
    })
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    symlinkSync(root, join(folder, 'node_modules/cambium'))
    chain = await startDevelopmentChain()
    ;[from] = await chain.call<[string]>('eth_accounts')
    const hash = await chain.call('eth_sendTransaction', { from, data: token, gas: '0x100000' })
    contract = (await chain.call<{ contractAddress: string }>('eth_getTransactionReceipt', hash))
      .contractAddress
  })
  afterAll(async () => {
    await chain?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const transfer = (sender: number, receiver: number, amount: number) =>
    chain.call('eth_sendTransaction', {
      from,
      to: contract,
      data: `0x${word(sender)}${word(receiver)}${word(amount)}`,
      gas: '0x20000',
    })

  /** Runs the program until it has read the best block, and kills it. */
  async function index(): Promise<string> {
    const { hash } = await chain.call<{ hash: string }>('eth_getBlockByNumber', 'latest', false)
    const child: ChildProcess = spawn(process.execPath, ['index.js', chain.url, contract, file], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    for await (const text of child.stdout!) {
      output += text
      if (output.includes(hash)) break
    }
    child.kill('SIGKILL')
    return output
  }

  const balances = (): string =>
    execFileSync(process.execPath, ['index.js', 'balances', file], { cwd: folder, encoding: 'utf8' })

  /** The sums of all transfers of the best chain. */
  async function expected(): Promise<string> {
    const range = { fromBlock: '0x0', toBlock: 'latest', address: contract }
    const logs = await chain.call<{ topics: string[]; data: string }[]>('eth_getLogs', range)
    const sums = new Map<string, bigint>()
    for (const { topics, data } of logs) {
      const [sender = '', receiver = ''] = topics.slice(1).map((topic) => `0x${topic.slice(26)}`)
      sums.set(sender, (sums.get(sender) ?? 0n) - BigInt(data))
      sums.set(receiver, (sums.get(receiver) ?? 0n) + BigInt(data))
    }
    sums.delete(owner(0))
    const lines = [...sums].filter(([, sum]) => sum !== 0n).sort(([one], [other]) => (one < other ? -1 : 1))
    return lines.map(([name, sum]) => `${name} ${sum}\n`).join('')
  }

  it('has the balances of the best chain, through reorganisations and kills', async () => {
    await transfer(0, 1, 1_000)
    await transfer(1, 2, 300)
    await index()
    expect(balances()).toBe(`${owner(1)} 700\n${owner(2)} 300\n`)
    const snapshot = await chain.call('evm_snapshot')
    await transfer(2, 3, 50)
    await transfer(1, 3, 7)
    await index()
    expect(balances()).toBe(await expected())
    await chain.call('evm_revert', snapshot)
    await chain.call('evm_increaseTime', 60)
    await transfer(2, 4, 10)
    await transfer(0, 5, 1)
    await transfer(1, 4, 200)
    expect(await index()).toContain('undone above')
    expect(balances()).toBe(await expected())
    expect(balances()).toBe(`${owner(1)} 500\n${owner(2)} 290\n${owner(4)} 210\n${owner(5)} 1\n`)
  })
})
